import assert from 'node:assert/strict';
import test from 'node:test';
import { importAsserts } from './import-asserts.js';

const a = { type: 'contains', value: 'a' };

const b = { type: 'contains', value: 'b' };

const c = { type: 'icontains', value: 'c', metric: 'third' };

test('a set without a threshold is its assertions', () => {
  const { assert: checks, findings } = importAsserts([{ type: 'assert-set', assert: [a, b] }, c]);
  assert.deepEqual(checks, [{ contains: 'a' }, { contains: 'b' }, { about: 'third', icontains: 'c' }]);
  assert.deepEqual(findings, []);
});

test('a set with a threshold counts its checks', () => {
  const { assert: checks } = importAsserts([{ type: 'assert-set', threshold: 0.5, metric: 'two', assert: [a, b, c] }]);
  const of = [{ contains: 'a' }, { contains: 'b' }, { about: 'third', icontains: 'c' }];
  assert.deepEqual(checks, [{ about: 'two', at_least: { count: 2, of } }]);
});

test('a threshold of 1 asks for all checks, and one of 0 for none', () => {
  const all = importAsserts([{ type: 'assert-set', threshold: 1, assert: [a, b] }]);
  assert.deepEqual(all.assert, [{ contains: 'a' }, { contains: 'b' }]);
  const none = importAsserts([{ type: 'assert-set', threshold: 0, assert: [a] }]);
  assert.deepEqual(none.assert, []);
  assert.deepEqual(none.findings, ['left_out :1 contains: the threshold above it is 0, so it never fails']);
});

test('a threshold of 1 loses nothing where each check holds or not, whatever the weights are', () => {
  const { assert: checks, findings } = importAsserts([{ ...a, weight: 2 }, b], { threshold: 1 });
  assert.deepEqual(checks, [{ contains: 'a' }, { contains: 'b' }]);
  assert.deepEqual(findings, []);
  const scored = importAsserts(
    [
      { ...a, weight: 2 },
      { type: 'javascript', value: '0.5' },
    ],
    { threshold: 1 },
  );
  assert.deepEqual(scored.findings, ['left_out :60 threshold: eva has no weights; all must hold']);
});

test('the threshold of a test counts its checks', () => {
  const { assert: checks } = importAsserts([a, b], { threshold: 0.5 });
  assert.deepEqual(checks, [{ at_least: { count: 1, of: [{ contains: 'a' }, { contains: 'b' }] } }]);
});

test('a threshold that eva cannot count is left out, and all checks must hold', () => {
  const graded = importAsserts([a, { type: 'llm-rubric', value: 'is short' }], { threshold: 0.5 });
  assert.deepEqual(graded.assert, [{ contains: 'a' }]);
  assert.deepEqual(graded.rubric, ['is short']);
  assert.deepEqual(graded.findings, [
    'left_out :60 threshold: some of its assertions have scores between 0 and 1, or are more than one check; all must hold',
  ]);
  const weighted = importAsserts([{ ...a, weight: 2 }, b], { threshold: 0.5 });
  assert.deepEqual(weighted.findings, ['left_out :60 threshold: eva has no weights; all must hold']);
  const missing = importAsserts([{ type: 'is-sql' }, b], { threshold: 0.5 });
  assert.deepEqual(missing.findings, [
    'left_out :1 is-sql: eva does not check SQL',
    'left_out :60 threshold: some of its assertions are left out; all must hold',
  ]);
});

test('an assertion of weight 0 does not count', () => {
  const { assert: checks } = importAsserts([a, b, { ...c, weight: 0 }], { threshold: 0.5 });
  assert.deepEqual(checks, [{ at_least: { count: 1, of: [{ contains: 'a' }, { contains: 'b' }] } }]);
});

test('each check has the node of its assertion', () => {
  const { sources } = importAsserts([{ type: 'word-count', value: 5 }, { type: 'llm-rubric', value: 'is short' }, a]);
  assert.deepEqual(
    sources.assert.map((node) => node.place().line),
    [1, 1, 3],
  );
  assert.deepEqual(
    sources.rubric.map((node) => node.place().line),
    [2],
  );
});
