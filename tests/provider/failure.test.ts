import assert from 'node:assert/strict';
import test from 'node:test';
import { failureText } from '#provider/failure.js';

const cases: readonly (readonly [string, string, string])[] = [
  ['lines become one', 'a\r\n\r\n  b\tc\n', 'a b c'],
  ['control and direction marks go', 'a\u0000\u001b[2J\u0085\u202eb\u2066', 'a [2J b'],
  ['300 characters may stay', 'x'.repeat(300), 'x'.repeat(300)],
  ['above 300 the rest is cut', 'x'.repeat(301), `${'x'.repeat(299)}…`],
  ['a character is not cut in half', `${'x'.repeat(298)}🙂${'y'.repeat(9)}`, `${'x'.repeat(298)}…`],
];

for (const [name, text, expected] of cases) test(name, () => assert.equal(failureText(text), expected));
