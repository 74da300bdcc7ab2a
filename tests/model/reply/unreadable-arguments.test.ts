import assert from 'node:assert/strict';
import test from 'node:test';
import { describeUnreadable } from '#model/reply/exchange.js';

const texts: readonly (readonly [text: string, why: string])[] = [
  ['{"order": ', 'no JSON'],
  ['', 'no JSON'],
  ['null', 'null'],
  ['{"order": 9, "order": 7}', 'JSON with the key "order" twice'],
  ['{"a": [{"\\n": 1, "\\n": 2}]}', 'JSON with the key "\\n" twice'],
  ['['.repeat(5000) + ']'.repeat(5000), 'larger or deeper than eva reads'],
];

for (const [text, why] of texts) {
  test(`The arguments ${text.slice(0, 40)} are ${why}`, () =>
    assert.equal(describeUnreadable({ unreadable: text }), why));
}
