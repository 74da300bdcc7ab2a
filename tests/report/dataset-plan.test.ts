import assert from 'node:assert/strict';
import test from 'node:test';
import type { Case } from '#model/case.js';
import type { Dataset } from '#model/dataset.js';
import type { SliceOutlook } from '#model/run/outlook.js';
import { planTable, prettyPlan } from '#report/plan/plan-text.js';
import { plainPaint } from '#report/text/screen.js';
import { displayWidth } from '#report/text/visible.js';
import { hostileTexts } from '../fixtures/hostile-texts.js';
import { planOf } from '../support/run-files.js';
import { datasetCase, sampleDataset } from './dataset-sample.js';
import { matchesGolden } from './golden.js';
import { sampleOutlook } from './run-sample.js';

const screen = (width: number) => ({ paint: plainPaint, width });
const calls = { subject: 1200, user: 0, judge: 0, trigger: 0, rubric: 0, embedding: 0 };

function slice(name: string, value: string, part: Partial<SliceOutlook> = {}): SliceOutlook {
  const claim = 'at least 85% of items like these are right';
  const test = { test: 'a test', significance_level: 0.05, n: 300, smallest_n: 28 };
  return { case: name, field: 'language', value, must: 'not_fail', claim, ...test, ...part };
}

/** Renders the short plan, and on screens of 80 columns also the whole one. */
function render(cases: readonly Case[], slices: readonly SliceOutlook[], width: number): string {
  const [first] = cases;
  const outlook = sampleOutlook(first?.name ?? '', {
    ...{ claim: 'at least 92% of items like these are right', n: 1200, smallest_n: 36, max_failures: 80 },
    ...{ power: { at: 0.95, value: 0.9892, truth: 'the true rate is 95%' }, needed_n: 536 },
    mean_trials: { at_bar: 195, at_expected: 319, bar: '92%' },
  });
  const plan = planOf({ id: 'support-triage', cases, outlooks: [outlook], slice_outlooks: slices, calls: 1200 });
  const view = { plan, cost: null, calls };
  return planTable(view, screen(width)) + (width < 80 ? '' : prettyPlan(view, screen(width)));
}

const some: Dataset = { ...sampleDataset, asked: 40, units: 40, kept: 200, draws: 3, claim: 'file', filter: '' };
const tickets = datasetCase('tickets', sampleDataset);
const slices = [
  slice('tickets', 'en', { n: 620 }),
  slice('tickets', 'de'),
  slice('tickets', 'nl', { n: 12, must: 'pass' }),
  slice('invoices', 'it', { n: 38 }),
];

test('a plan names the items, the claim, and slices that are too small', () => {
  matchesGolden('plan-dataset', render([tickets, datasetCase('invoices', some)], slices, 80));
});

test('no line of a plan of data sets is wider than the terminal, and no text of them steers it', () => {
  const hostile = hostileTexts.map(({ text }) => text).join('');
  const bad = datasetCase(hostile, {
    ...some,
    file: hostile,
    filter: hostile,
    cluster: { field: hostile },
  });
  for (const width of [40, 80, 100]) {
    const text = render([tickets, bad], [...slices, slice(hostile, hostile, { field: hostile, n: 3 })], width);
    assert.deepEqual(
      text.split('\n').filter((line) => displayWidth(line) > width),
      [],
    );
    assert.doesNotMatch(text, /[^\P{Cc}\n]|[\p{Cf}\p{Cs}]/u);
  }
});
