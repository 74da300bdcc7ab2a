import assert from 'node:assert/strict';
import test from 'node:test';
import { redactor } from '#model/text/redact.js';
import { credentialsFailure, sharedCredentials } from '#provider/anthropic/clouds.js';

const { signal } = new AbortController();

/** Counts how often a finder was opened and asked. `results`: what it finds, one after another. */
function counted(results: readonly (number | Error)[]) {
  const calls = { opened: 0, asked: 0 };
  const found = sharedCredentials(() => {
    calls.opened++;
    return async () => {
      const result = results[calls.asked++];
      if (result instanceof Error) throw result;
      return result;
    };
  });
  return { calls, found };
}

test('credentials are asked for again with each request, since they expire, and once for requests at the same time', async () => {
  const { calls, found } = counted([1, 2]);
  assert.deepEqual(await Promise.all([found(signal), found(signal)]), [1, 1]);
  assert.equal(await found(signal), 2);
  assert.deepEqual(calls, { opened: 1, asked: 2 });
});

test('a failed search is forgotten, and so is what it remembers', async () => {
  const { calls, found } = counted([new Error('no login'), 7]);
  await assert.rejects(found(signal), /no login/);
  assert.equal(await found(signal), 7);
  assert.deepEqual(calls, { opened: 2, asked: 2 });
});

test('after an abort nothing is asked', async () => {
  const { calls, found } = counted([1]);
  const reason = new Error('interrupted');
  await assert.rejects(found(AbortSignal.abort(reason)), reason);
  assert.deepEqual(calls, { opened: 0, asked: 0 });
});

const secret = 'secret-of-a-test-0123';
const withFields = (fields: object) => Object.assign(new Error(`no: ${secret}`), fields);

for (const [error, kind, status] of [
  [withFields({}), 'refused_key', undefined],
  [withFields({ status: 400 }), 'refused_key', undefined],
  [withFields({ status: 503 }), 'server_error', 503],
  [withFields({ code: 'ECONNREFUSED' }), 'connection', undefined],
  [withFields({ name: 'TimeoutError' }), 'connection', undefined],
  [withFields({ cause: withFields({ code: 'EAI_AGAIN' }) }), 'connection', undefined],
  [withFields({ code: 'ENOENT' }), 'refused_key', undefined],
] as const) {
  test(`credentials that ${JSON.stringify(error)} are ${kind}, without secrets`, () => {
    const failure = credentialsFailure(error, 'AWS', redactor([secret]));
    assert.deepEqual([failure.kind, failure.status], [kind, status]);
    assert.match(failure.message, /no: \[redacted\]/);
    assert.doesNotMatch(failure.message, /secret-of/);
  });
}
