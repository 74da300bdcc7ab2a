import assert from 'node:assert/strict';
import test from 'node:test';
import { withinTimeLimit } from '#grade/slow/time-limit.js';

const hungry: readonly (readonly [pattern: string, text: string])[] = [
  ['(a+)+$', `${'a'.repeat(50_000)}b`],
  ['^(a|aa)+$', `${'a'.repeat(200_000)}b`],
  ['\\s+$', `${' '.repeat(200_000)}x`],
  ['(.*)\\1x$', 'a'.repeat(200_000)],
];

for (const [pattern, text] of hungry) {
  test(`${pattern} is stopped during backtracking`, () => {
    const startedAt = performance.now();
    assert.deepEqual(
      withinTimeLimit(() => new RegExp(pattern, 'v').test(text), 50),
      { timedOut: true },
    );
    assert.ok(performance.now() - startedAt < 60_000);
  });
}

test('an endless loop is stopped', () => {
  const forever = () => {
    for (;;);
  };
  assert.deepEqual(withinTimeLimit(forever, 20), { timedOut: true });
});

test('work that ends in time returns its value, also after other work was stopped', () => {
  const value = withinTimeLimit(() => ({ found: /b/.exec('abc')?.index }), 5000);
  assert.deepEqual(value, { value: { found: 1 } });
});

test('errors of the work are rethrown', () => {
  const failing = () => {
    throw new TypeError('on purpose');
  };
  assert.throws(() => withinTimeLimit(failing, 5000), { name: 'TypeError', message: 'on purpose' });
});

test('a limit below one millisecond is rounded up, not refused', () => {
  assert.doesNotThrow(() => withinTimeLimit(() => 7, 0.2));
});
