import assert from 'node:assert/strict';
import test from 'node:test';
import type { Comparison } from '#model/pairs/comparison.js';
import { html } from '#page/html.js';
import type { ReplyPair } from '#report/view/changed-pairs.js';
import { promptChanges } from '#report/view/compare-view.js';
import { hostile, many, samples } from '../../report/compare/sample-comparisons.js';
import { compareReportOf, written } from '../../report/formats/reports.js';
import { hostileTexts } from '../../support/hostile-texts.js';
import { madePair } from '../../support/views/made-pair.js';

function sampleOf(name: string): Comparison {
  const found = samples[name];
  if (!found) throw new Error(`no comparison is called ${name}`);
  return found;
}

async function pageOf(comparison: Comparison, pairs: readonly ReplyPair[] = []): Promise<string> {
  const report = compareReportOf(comparison, pairs);
  const prompt = await promptChanges('one\ntwo\n', 'one\n<b>two</b>\n');
  return written(html, { ...report, view: { ...report.view, prompt } });
}

function times(page: string, pattern: RegExp): number {
  return [...page.matchAll(pattern)].length;
}

test('the page of a comparison has the verdict, the difference with its bounds, and the changed lines of the prompt', async () => {
  const page = await pageOf(sampleOf('not-worse'));
  assert.match(page, /<title>✓ support-triage: the working tree is not worse than main<\/title>/);
  assert.match(page, /at least -0\.5, at most \+1\.7/);
  assert.match(page, /<span class="r">− two\n/);
  assert.match(page, /<span class="a">\+ &lt;b>two&lt;\/b>\n/);
  assert.match(
    page,
    /a difference of \+0\.6 points, at least -0\.5, at most \+1\.7 \(95% sure\), may lose 2 points: not worse/,
  );
});

test('each pair that changed has a mark, and answers are side by side with the changed words', async () => {
  const page = await pageOf(sampleOf('not-worse'), [await madePair('The label is damage.', 'The label is refund.')]);
  assert.equal(times(page, /<circle class="dot" fill="currentColor" cx="\d+" cy="8" r="5.4"/g), 31);
  assert.match(page, /The label is <del>damage<\/del>/);
  assert.match(page, /The label is <ins>refund<\/ins>/);
});

test('a pair whose answers are equal says that they are judged differently', async () => {
  const same = /same answer, judged differently/;
  assert.match(await pageOf(sampleOf('not-worse'), [await madePair('one answer', 'one answer')]), same);
  assert.doesNotMatch(await pageOf(sampleOf('not-worse'), [await madePair('one answer', 'one answer ')]), same);
});

test('a comparison with nothing to compare, and one without all replies, has a page too', async () => {
  assert.match(await pageOf(sampleOf('same')), /There is nothing to compare/);
  assert.match(await pageOf(sampleOf('unfinished')), /<span class="unfinished">unfinished<\/span>/);
});

test('synthetic and partial comparisons say so above the verdict', async () => {
  const page = await pageOf(sampleOf('synthetic'));
  assert.ok(page.indexOf('SYNTHETIC: a person wrote replies of A by hand.') < page.indexOf('<h1>'));
  assert.match(page, /not worse on SYNTHETIC replies/);
});

test('ids are unique, and every link leads to one', async () => {
  for (const comparison of [...Object.values(samples), hostile, many]) {
    const page = await pageOf(comparison, [await madePair('a', 'b')]);
    const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    assert.equal(new Set(ids).size, ids.length);
    for (const [, href] of page.matchAll(/ href="#([^"]*)"/g)) assert.ok(ids.includes(href), `#${href}`);
  }
});

test('no text from outside becomes an element, an attribute, or a steering character', async () => {
  const plain = await pageOf(comparisonWith('text'), [await madePair('text', 'text', 'text')]);
  const elements = (page: string) => [...page.matchAll(/<([a-z0-9]+)/gi)].map(([, name]) => name);
  const allowed = new Set([...elements(plain), 'span', 'bdi', 'del', 'ins']);
  for (const { text } of hostileTexts) {
    const page = await pageOf(comparisonWith(text), [await madePair(text, `${text} changed`, text)]);
    for (const name of elements(page)) assert.ok(allowed.has(name), `${name} of ${JSON.stringify(text)}`);
    assert.equal(times(tagsOf(page), / (?:style|on[a-z]+|src|srcset|action|formaction)=/gi), 0, JSON.stringify(text));
    assert.doesNotMatch(page, /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/);
    assert.ok([...page.matchAll(/ href="([^"]*)"/g)].every(([, href]) => href?.startsWith('#')));
  }
});

/** Returns the tags of a page without the values of their attributes. Quotes in texts are entities. */
function tagsOf(page: string): string {
  return (page.replace(/"[^"]*"/g, '""').match(/<[^>]*>/g) ?? []).join('');
}

/** Returns a comparison with this text in the places of names. */
function comparisonWith(text: string): Comparison {
  const comparison = sampleOf('not-worse');
  const cases = comparison.cases.map((one, index) => ({
    ...one,
    case: index === 0 ? text : one.case,
    slices: one.slices.map(({ rows }) => ({ field: text, rows: rows.map((row) => ({ ...row, value: text })) })),
  }));
  return { ...comparison, cases, a: { ...comparison.a, label: text, kind: 'model' }, b: { ...comparison.b, id: text } };
}
