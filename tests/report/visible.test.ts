import assert from 'node:assert/strict';
import test from 'node:test';
import { visible, visibleLines } from '#report/text/visible.js';
import { hostileTexts } from '../fixtures/hostile-texts.js';

test('the table of hostile texts has at least 60 different rows', () => {
  assert.ok(hostileTexts.length >= 60, String(hostileTexts.length));
  assert.equal(new Set(hostileTexts.map(({ text }) => text)).size, hostileTexts.length);
});

for (const { name, text, shown } of hostileTexts) {
  test(`${name} is escaped`, () => assert.equal(visible(text), shown));
}

const honest = [
  'contains: "<diff>"',
  'Grüße, 日本語, עברית, العربية',
  'e\u0301 with its mark',
  'half\u3000width',
  '⚠\ufe0f 1\ufe0f⃣ 😀',
  'std::vector::push and a::error_code',
  '## heading, ##no command',
  'C:\\new\\table',
  'ιιιιιι and ΙΙΙΙΙΙ',
];
for (const text of honest) {
  test(`ordinary text is unchanged: ${text}`, () => assert.equal(visible(text), text));
}

test('a text is split into lines at LF and CRLF only', () => {
  assert.deepEqual(visibleLines('a\nb\r\nc\rd\u2028e'), ['a', 'b', 'c\\rd\\u2028e']);
});
