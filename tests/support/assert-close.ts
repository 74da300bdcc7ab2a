import assert from 'node:assert/strict';

/** Asserts that two numbers agree to a relative 1e-12. 0 and null must be equal. */
export function assertClose(actual: number | null, expected: number | null, what = ''): void {
  const agree =
    actual === null || expected === null
      ? actual === expected
      : Math.abs(actual - expected) <= 1e-12 * Math.max(Math.abs(actual), Math.abs(expected));
  assert.ok(agree, `${what} ${actual} is not ${expected}`.trim());
}
