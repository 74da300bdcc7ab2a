import assert from 'node:assert/strict';

/** Asserts that two numbers differ by at most `rel` times the expected one, or by `abs`. */
export function assertClose(actual: number, expected: number, rel: number, abs = 0, said = ''): void {
  const allowed = Math.max(rel * Math.abs(expected), abs);
  const close = actual === expected || Math.abs(actual - expected) <= allowed;
  assert.ok(close, `${said} is ${actual}, not ${expected}`);
}
