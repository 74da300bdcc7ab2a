import assert from 'node:assert/strict';
import test from 'node:test';
import { renderToString } from 'preact-render-to-string';
import { plainText, Shown, ShownLines } from '#page/text.js';
import { unsafe } from '#report/text/visible.js';
import { text } from '#report/view/text.js';
import { hostileTexts } from '../support/hostile-texts.js';

const ownTags = /<\/?bdi>|<span class="ctl">|<\/span>/g;

/** Returns the letters that a browser shows for our own elements and the escapes of Preact. */
function lettersOf(html: string): string {
  return html
    .replace(ownTags, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

function hiddenIn(letters: string): readonly string[] {
  return [...letters.matchAll(unsafe)].map(([found]) => found).filter((found) => found !== ':' && found !== '#');
}

test('a hostile text adds no element to a page', () => {
  for (const { name, text: raw } of hostileTexts) {
    for (const html of [<Shown text={text(raw)} />, <ShownLines text={text(raw)} />].map((node) =>
      renderToString(node),
    ))
      assert.doesNotMatch(html.replace(ownTags, ''), /</, name);
  }
});

test('a hidden character is shown as its code; lines and tabs stay in texts that keep them', () => {
  for (const { name, text: raw } of hostileTexts) {
    assert.deepEqual(hiddenIn(lettersOf(renderToString(<Shown text={text(raw)} />))), [], name);
    assert.deepEqual(hiddenIn(plainText(text(raw))), [], name);
    const lines = lettersOf(renderToString(<ShownLines text={text(raw)} />));
    assert.deepEqual(
      hiddenIn(lines).filter((found) => found !== '\n' && found !== '\t'),
      [],
      name,
    );
  }
  assert.equal(
    renderToString(<Shown text={text('a\u202eb\nc')} />),
    '<bdi>a<span class="ctl">\\u202e</span>b<span class="ctl">\\n</span>c</bdi>',
  );
});

test('the pieces that decided are marked, with the codes inside them', () => {
  const shown = renderToString(
    <ShownLines
      text={text('no refund\u200b <b>')}
      marks={[
        { start: 3, end: 10 },
        { start: 0, end: 2 },
      ]}
    />,
  );
  assert.equal(shown, '<mark>no</mark> <mark>refund<span class="ctl">\\u200b</span></mark> &lt;b>');
});

test('a mark beyond the end of a text, or inside another one, is left out', () => {
  const marks = [
    { start: 0, end: 3 },
    { start: 1, end: 2 },
    { start: 2, end: 9 },
  ];
  assert.equal(renderToString(<ShownLines text={text('abcd')} marks={marks} />), '<mark>abc</mark>d');
});
