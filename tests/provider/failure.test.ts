import assert from 'node:assert/strict';
import test from 'node:test';
import { failureText } from '#provider/provider.js';

const cases: readonly (readonly [string, string, string])[] = [
  ['several lines become one', 'a\r\n\r\n  b\tc\n', 'a b c'],
  ['control characters and direction marks are removed', 'a\u0000\u001b[2J\u0085\u202eb\u2066', 'a [2J b'],
  ['a text of 300 characters stays unchanged', 'x'.repeat(300), 'x'.repeat(300)],
  ['a text above 300 characters is shortened', 'x'.repeat(301), `${'x'.repeat(299)}…`],
  ['a text is never shortened within a character', `${'x'.repeat(298)}🙂${'y'.repeat(9)}`, `${'x'.repeat(298)}…`],
];

for (const [name, text, expected] of cases) test(name, () => assert.equal(failureText(text), expected));
