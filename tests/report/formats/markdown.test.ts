import assert from 'node:assert/strict';
import { test } from 'node:test';
import { oneLine } from '#model/text/quoted.js';
import { markdown } from '#report/formats/markdown.js';
import { visible, visibleLines } from '#report/text/visible.js';
import type { RunsView } from '#report/view/runs-view.js';
import type { View } from '#report/view/view.js';
import { hostileTexts, withEveryText } from '../../support/hostile-texts.js';
import { gitHubLinksIn, referencesIn, renderMarkdown, tagsIn } from '../../support/rendered-markdown.js';
import { comparison, smallCase, withOutcome } from '../compare/sample-comparisons.js';
import { datasetViews } from '../dataset-sample.js';
import { sampleViews } from '../sample-views.js';
import { compareReportOf, reportOf, sampleOf, written } from './reports.js';

const red = sampleOf(sampleViews, 'verdicts');

const slices = sampleOf(datasetViews, 'a data set with a failed slice');

/** The elements that eva writes, and those that its tables and headings become. */
const own = 'h3 h4 p strong br code table thead tbody tr th td details summary pre ul li'.split(' ');

/** Checks that HTML has elements of eva alone, without attributes, and nothing that a renderer makes a link of. */
function assertHarmless(html: string): void {
  for (const { name, attributes } of tagsIn(html)) {
    assert.ok(own.includes(name), `<${name}>`);
    assert.equal(attributes, '', `<${name}>`);
  }
  assert.deepEqual(referencesIn(html), []);
}

/** Returns the shape of tables: the number of cells of each row. */
function cellsIn(html: string): readonly number[] {
  return [...html.matchAll(/<tr>([\s\S]*?)<\/tr>/g)].map(([, row = '']) => row.match(/<t[hd]>/g)?.length ?? 0);
}

for (const [name, view] of Object.entries({ ...sampleViews, ...datasetViews })) {
  test(`"${name}" becomes tables and folds, without a link`, async () => {
    const html = renderMarkdown(await written(markdown, reportOf([view()])));
    assertHarmless(html);
    assert.equal(html.match(/<details>/g)?.length, html.match(/<\/details>/g)?.length);
    assert.ok(cellsIn(html).every((cells) => cells === 5));
  });
}

test('What limits the verdict stands in bold directly under it', async () => {
  const text = await written(markdown, reportOf([{ ...red, flags: ['synthetic', 'partial'] }]));
  const [head, , limits] = text.split('\n');
  assert.equal(head, '### ✗ <code>release-notes</code> did not pass on SYNTHETIC replies, partial: 4 cases');
  assert.match(limits ?? '', /^\*\*.* written by hand, not by a model\*\*/);
  assert.match(text, /\*\*a partial run opens no gate\*\*/);
});

test('The meaning of a bound is said once, and not without a bound', async () => {
  const count = async (view: View) =>
    (await written(markdown, reportOf([view]))).split('is wrong in at most').length - 1;
  assert.equal(await count(red), 1);
  assert.equal(await count(sampleOf(sampleViews, 'red')), 0);
});

test('Several runs have a table, and only those that did not pass have a section', async () => {
  const green: View = { ...sampleOf(sampleViews, 'green'), title: { raw: 'green' } };
  const text = await written(markdown, reportOf([green, red]));
  assert.match(text, /^### . 2 prompts: 1 failed · 1 passed$/m);
  assert.match(text, /^\| ✓ passed \| <code>green<\/code> \| 2 passed \|/m);
  assert.deepEqual(text.match(/^#### .*$/gm), ['#### ✗ <code>release-notes</code> did not pass']);
});

test('Several models have a matrix, in which cases that all passed share a line', async () => {
  const cell = (outcome: 'passed' | 'failed', k: number) => ({ outcome, k, n: 50 });
  const matrix: RunsView['matrices'][number] = {
    columns: ['r0', 'r1'],
    rows: [
      { case: { raw: 'open' }, cells: [cell('failed', 18), null] },
      { case: { raw: 'fine' }, cells: [cell('passed', 50), cell('passed', 49)] },
    ],
  };
  const text = await written(markdown, reportOf([red, red], { matrices: [matrix] }));
  assert.match(text, /^\| <code>open<\/code> \| ✗ 36% \| – \|$/m);
  assert.match(text, /^\| 1 other \| ✓ 1 \| ✓ 1 \|$/m);
  assertHarmless(renderMarkdown(text));
});

test('A comparison shows what got worse, with both answers, and folds the other cases', async () => {
  const counts = { both: 40, neither: 4, only_a: 12, only_b: 4 };
  const cases = (['worse', 'undecided', 'not_worse'] as const).map((outcome) =>
    smallCase(outcome, counts, withOutcome(outcome)),
  );
  const [group] = red.cases.flatMap(({ groups }) => groups);
  assert.ok(group);
  const reply = group.example;
  const pair = { case: { raw: 'worse' }, inputs: [], change: 'worse', a: reply, b: reply, words: null } as const;
  const text = await written(markdown, compareReportOf(comparison(cases, { outcome: 'worse' }), [pair]));
  assert.match(text, /^\| ✗ \| <code>worse<\/code> \| worse by more than 2 points/m);
  assert.match(text, /<summary>36 pairs got worse, 1 shown<\/summary>/);
  assert.match(text, /<summary>1 not worse<\/summary>/);
  assertHarmless(renderMarkdown(text));
  for (const { text: hostile } of hostileTexts) {
    const html = renderMarkdown(
      await written(
        markdown,
        compareReportOf(comparison(cases.map((one) => ({ ...one, case: hostile }))), [withEveryText(pair, hostile)]),
      ),
    );
    assertHarmless(html);
  }
});

/** Checks that the names of cases in the table show a text as it is, with visible codes. */
async function assertGivesBack(view: View, text: string): Promise<void> {
  const html = renderMarkdown(await written(markdown, reportOf([view])));
  const shown = visible(oneLine(text)).slice(0, 1000).replace(/\s+/g, ' ').trim();
  const cells = [...html.matchAll(/<tr>\n<td>[^<]*<\/td>\n<td><code>([\s\S]*?)<\/code>/g)].map(([, cell = '']) =>
    decoded(cell),
  );
  assert.ok(
    cells.every((cell) => cell === '(empty)' || cell.includes(shown.slice(0, 500).trim())),
    cells[0],
  );
}

function decoded(html: string): string {
  const named: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };
  return html.replace(/<!-- -->/g, '').replace(/&\w+;/g, (reference) => named[reference] ?? reference);
}

for (const { name, text } of hostileTexts) {
  test(`Hostile text makes no element, link or mention in Markdown: ${name}`, async () => {
    const views = [red, slices, sampleOf(sampleViews, 'scenario'), sampleOf(sampleViews, 'unfinished')];
    for (const view of views) {
      const shapeOf = async (one: View) => {
        const source = await written(markdown, reportOf([one]));
        const html = renderMarkdown(source);
        assertHarmless(html);
        assert.deepEqual(gitHubLinksIn(source), []);
        return { cells: cellsIn(html), folds: html.match(/<details>/g)?.length };
      };
      assert.deepEqual(await shapeOf(withEveryText(view, text)), await shapeOf(view));
      await assertGivesBack(withEveryText(view, text), text);
    }
  });
}

test('A reply is readable as it is in the file, except for three characters of HTML', async () => {
  const view = sampleOf(sampleViews, 'red');
  const reply = 'See [this](https://a.example) & <b>that</b>, @you\n| a | b |';
  const text = await written(markdown, reportOf([withEveryText(view, reply)]));
  const [first = '', second = ''] = visibleLines(reply);
  assert.ok(text.includes(first.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')));
  assert.ok(text.includes(`          ${second}\n`));
});
