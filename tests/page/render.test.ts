import assert from 'node:assert/strict';
import crypto from 'node:crypto';
import test from 'node:test';
import { h } from 'preact';
import { documentPieces } from '#page/document.js';

const parts = {
  title: { raw: 'a page' },
  styles: 'b{color:red}',
  header: h('header', null),
  main: [h('p', null, 'seen')],
  footer: h('footer', null),
  script: 'run()',
};

function htmlOf(changed: Partial<Parameters<typeof documentPieces>[0]> = {}): string {
  return [...documentPieces({ ...parts, ...changed })].join('');
}

function policyOf(html: string): string {
  return /Content-Security-Policy" content="([^"]+)"/.exec(html)?.[1] ?? '';
}

const sourceOf = (text: string) => `'sha256-${crypto.createHash('sha256').update(text).digest('base64')}'`;

test('a page allows its own style sheet and script, and no request', () => {
  assert.deepEqual(policyOf(htmlOf()).split('; '), [
    "default-src 'none'",
    `style-src ${sourceOf('b{color:red}')}`,
    `script-src ${sourceOf('run()')}`,
    "base-uri 'none'",
    "form-action 'none'",
  ]);
  assert.doesNotMatch(policyOf(htmlOf({ script: null })), /script-src|unsafe/);
  assert.match(policyOf(htmlOf({ isServed: true })), /connect-src 'self'/);
});

test('data of a page reads back as it was, and ends no element', () => {
  const value = { text: '</script><!--<script>&amp;\u2028\u2029\ud800 "quoted" \\' };
  const html = htmlOf({ data: { rows: [JSON.stringify(value).slice(0, 20), JSON.stringify(value).slice(20)] } });
  const json = /<script type="application\/json" id="rows">(.*?)<\/script>/s.exec(html)?.[1] ?? '';
  assert.deepEqual(JSON.parse(json), value);
  assert.doesNotMatch(json, /[<>&\u2028\u2029]/);
});

test('a title from outside is escaped, and shows characters that cannot be seen', () => {
  assert.match(htmlOf({ title: { raw: '</title><b>\u202e' } }), /<title>&lt;\/title>&lt;b>\\u202e<\/title>/);
});

test('a style sheet or script that would end its element is refused', () => {
  for (const changed of [{ styles: 'a{content:"</STYLE>"}' }, { script: '"</script>"' }, { script: '"<!--"' }])
    assert.throws(() => htmlOf(changed), /would end its element/);
});
