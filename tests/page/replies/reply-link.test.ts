import assert from 'node:assert/strict';
import test from 'node:test';
import { linkOf, linkTo, readLink } from '#page/replies/reply-filter.js';
import { hostileTexts } from '../../support/hostile-texts.js';
import { headOfTwo, itemWith, raw, replyRowWith } from '../../support/reply-rows.js';

test('a link names the case and the trial or the item', () => {
  assert.equal(linkTo(linkOf(replyRowWith({ trial: 2 }), headOfTwo)), '#t=tickets/3');
  assert.equal(linkTo(linkOf(replyRowWith({ item: itemWith('NL-1043') }), headOfTwo)), '#t=tickets/NL-1043');
});

test('a link names the run if the page has several', () => {
  const runs = ['a', 'b'].map((key) => ({ key, id: raw('x'), variant: raw(key) }));
  const head = { ...headOfTwo, runs, cases: headOfTwo.cases.map((one) => ({ ...one, run: 1 })) };
  const row = replyRowWith({ case: 1 });
  assert.deepEqual(readLink(linkTo(linkOf(row, head))), { run: 'b', case: 'refund / after "30" days', reply: '1' });
});

test('every link leads back to its row, whatever the names are', () => {
  for (const { name, text } of hostileTexts) {
    const head = { ...headOfTwo, cases: headOfTwo.cases.map((one) => ({ ...one, name: raw(text) })) };
    const row = replyRowWith({ item: itemWith(text) });
    const fragment = linkTo(linkOf(row, head));
    assert.match(fragment, /^#t=[\x21-\x7e]+$/, name);
    const link = readLink(fragment);
    assert.ok(link && linkTo(link) === fragment, name);
  }
});

test('other fragments, and damaged ones, are no link', () => {
  for (const fragment of ['', '#tickets', '#t=', '#t=tickets', '#t=%zz/1', '#replies?case=tickets'])
    assert.equal(readLink(fragment), null, fragment);
});
