import assert from 'node:assert/strict';
import test from 'node:test';
import { type MarkedPiece, wordChanges } from '#report/view/changed-pairs.js';

/** Writes the marked pieces of a text in brackets. */
function marked(pieces: readonly MarkedPiece[] | undefined): string {
  return (pieces ?? []).map(({ raw, is_changed }) => (is_changed ? `[${raw}]` : raw)).join('');
}

async function changed(a: string, b: string): Promise<readonly [string, string]> {
  const changes = await wordChanges(a, b);
  return [marked(changes?.a), marked(changes?.b)];
}

test('the words that differ are marked on both sides', async () => {
  const a = '{"label":"billing","reason":"A charge for somebody else"}';
  const b = '{"label":"other","reason":"The account was taken over"}';
  assert.deepEqual(await changed(a, b), [
    '{"label":"[billing]","reason":"[A charge for somebody else]"}',
    '{"label":"[other]","reason":"[The account was taken over]"}',
  ]);
  assert.deepEqual(await changed('Ride home today', 'Ride home'), ['Ride home [today]', 'Ride home']);
});

test('white space is kept and never marked', async () => {
  assert.deepEqual(await changed('one  two\nthree four', 'one two three\n\tfive'), [
    'one  two\nthree [four]',
    'one two three\n\t[five]',
  ]);
  assert.deepEqual(await changed('one two ', 'one\ntwo'), ['one two ', 'one\ntwo']);
});

test('scripts without spaces are compared by characters, all others by words', async () => {
  assert.deepEqual(await changed('返金は三十日以内です', '返金は六十日以内です'), [
    '返金は[三]十日以内です',
    '返金は[六]十日以内です',
  ]);
  assert.deepEqual(await changed('Возврат в течение 30 дней', 'Возврат в течение 60 дней'), [
    'Возврат в течение [30] дней',
    'Возврат в течение [60] дней',
  ]);
  assert.deepEqual(await changed('é́ accent 🙂 x', 'é́ accent 🙃 x'), ['é́ accent [🙂] x', 'é́ accent [🙃] x']);
});

test('texts that are equal, long or have little in common are not marked', async () => {
  assert.equal(await wordChanges('same', 'same'), null);
  assert.equal(await wordChanges('yes', 'a whole other answer with nothing of it'), null);
  const long = 'word '.repeat(4001);
  assert.equal(await wordChanges(long, `${long}.`), null);
  const words = (from: number) => Array.from({ length: 2500 }, (_, i) => `w${i % 2 === 0 ? i : i + from}`).join(' ');
  assert.equal(await wordChanges(words(0), words(100_000)), null, 'more than 1,000 edits');
});

test('each side keeps its text', async () => {
  const texts = ['', ' ', 'a b', 'a\u0000b \ud800 c', 'a b c d', '<b>a</b> b', 'a b\r\n\r\nc  '];
  for (const a of texts) {
    for (const b of texts) {
      const changes = await wordChanges(a, b);
      if (!changes) continue;
      assert.equal(changes.a.map(({ raw }) => raw).join(''), a);
      assert.equal(changes.b.map(({ raw }) => raw).join(''), b);
    }
  }
});
