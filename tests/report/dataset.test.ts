import assert from 'node:assert/strict';
import test from 'node:test';
import { prettyOverview, prettyView } from '#report/run/pretty.js';
import { ordinal, percentage } from '#report/text/numbers.js';
import { plainPaint } from '#report/text/screen.js';
import { displayWidth } from '#report/text/visible.js';
import type { View } from '#report/view/view.js';
import { datasetViews } from './dataset-sample.js';
import { matchesGolden } from './golden.js';

function render(view: View, columns: number): string {
  const screen = { paint: plainPaint, width: columns, columns };
  return `${prettyView(view, screen)}${'='.repeat(columns)}\n${prettyOverview(view, screen)}`;
}

/** The data set whose golden text has the overview too. */
const withOverview = 'a data set with a failed slice';

/** Data sets that are special by their width alone. */
const wide = ['long names of slices', 'many slices and classes'];

for (const [name, make] of Object.entries(datasetViews).filter(([name]) => !wide.includes(name))) {
  test(`a run in 80 columns: ${name}`, () => {
    const text = name === withOverview ? render(make(), 80) : prettyView(make(), { paint: plainPaint, width: 80 });
    matchesGolden(`dataset-${name.replaceAll(' ', '-')}`, text);
  });
}

for (const [name, make] of Object.entries(datasetViews)) {
  test(`no line is wider than the terminal: ${name}`, () => {
    for (const columns of [40, 80, 200]) {
      const lines = render(make(), columns).split('\n');
      assert.deepEqual(
        lines.filter((line) => displayWidth(line) > columns),
        [],
      );
    }
  });
}

test('a wide terminal has the bounds of F1, and a narrow one has not', () => {
  const make = datasetViews[withOverview];
  if (!make) throw new Error('there is no such sample');
  assert.match(render(make(), 120), /F1 +at least/);
  assert.doesNotMatch(render(make(), 40), /F1 +at least/);
});

test('the heading of a data set with several claims about all items has the figures of none of them', () => {
  const view = datasetViews[withOverview]?.() ?? assert.fail();
  const [caseView = assert.fail()] = view.cases;
  const share = caseView.claims.find(({ found }) => found.n === 1200) ?? assert.fail();
  const total = { ...share, about: { raw: 'total is right' }, found: { ...share.found, k: 1119 } };
  const several = { ...view, cases: [{ ...caseView, claims: [...caseView.claims, total] }] };
  const text = render(several, 80).replace(/\s+/g, ' ');
  assert.match(text, /tickets +2 of 3 claims passed/);
  assert.match(text, /\(every check holds\): 1,121 of 1,200 items right/);
  assert.match(text, /\(total is right\): 1,119 of 1,200 items right/);
});

test('a lower bound is rounded down, an upper one up, and neither 0 nor 1 is claimed falsely', () => {
  assert.deepEqual([percentage(0.94599, 'down'), percentage(0.81301, 'up')], ['94.5%', '81.4%']);
  assert.deepEqual(
    [percentage(0.9996), percentage(0.0004), percentage(1), percentage(0)],
    ['99.96%', '0.04%', '100%', '0%'],
  );
  assert.deepEqual(
    [percentage(0.9996, 'down'), percentage(0.8, 'up'), percentage(0.1 + 0.2, 'up')],
    ['99.9%', '80%', '30%'],
  );
});

test('places in an order have their ending', () => {
  assert.deepEqual(
    [1, 2, 3, 4, 11, 12, 13, 21, 111, 1203].map(ordinal).join(' '),
    '1st 2nd 3rd 4th 11th 12th 13th 21st 111th 1,203rd',
  );
});
