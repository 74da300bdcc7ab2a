import assert from 'node:assert/strict';
import test from 'node:test';
import { runInNewContext } from 'node:vm';
import { errorCode, isError, messageOf } from '#model/problem.js';

test('errors of every realm and aborts are errors, and what only looks like one is none', () => {
  const aborted = new DOMException('stopped', 'AbortError');
  for (const error of [new RangeError('stopped'), runInNewContext('new TypeError("stopped")'), aborted]) {
    assert.equal(isError(error), true);
    assert.equal(messageOf(error), 'stopped');
  }
  for (const other of [{ message: 'stopped' }, 'stopped', null, undefined]) assert.equal(isError(other), false);
  assert.equal(messageOf('stopped'), 'stopped');
});

test('an error has the code that Node gives it, and anything else none', () => {
  assert.equal(errorCode(Object.assign(new Error('x'), { code: 'ENOENT' })), 'ENOENT');
  assert.equal(errorCode(new Error('x')), undefined);
  assert.equal(errorCode({ code: 'ENOENT' }), undefined);
});
