import assert from 'node:assert/strict';
import test from 'node:test';
import type { PairOutlook } from '#model/pairs/comparison.js';
import { type ComparePlan, comparePlanText } from '#report/compare/compare-plan.js';
import { plainPaint } from '#report/text/screen.js';
import { displayWidth } from '#report/text/visible.js';
import { matchesGolden } from '../golden.js';

const outlook: PairOutlook = {
  ...{ case: 'tickets', unit: 'item', decides: true, needs: null, n: 1200, trials: 1200, margin: 0.02, alpha: 0.05 },
  ...{ test: 'gaffke', change: 0.1, power: 0.65, needed_n: 1660, is_least: false },
};

const few: PairOutlook = { ...outlook, case: 'refund-after-30-days', n: 60, decides: false, needs: 149, power: 0 };

const clusters: PairOutlook = { ...outlook, case: 'by customer', unit: 'cluster', n: 300, power: null, needed_n: null };

const sequential: PairOutlook = { ...outlook, case: 'handbook', test: 'betting', is_least: true, power: 0.4 };

const noCalls = { subject: 0, user: 0, judge: 0, trigger: 0, rubric: 0, embedding: 0 };

const plan: ComparePlan = {
  id: 'support-triage',
  a: { label: 'main (4f2a9c1)', trials: 1260, kept: 1160, from_run: '7d7a9d' },
  b: { label: 'working tree', trials: 1260, kept: 0, from_run: null },
  ...{ margin: 0.02, alpha: 0.05, same: false, partial: false, outlooks: [outlook, few, clusters, sequential] },
  calls: { ...noCalls, subject: 1360, judge: 1360 },
  cost: { at_most_usd: 3.2, about_usd: null, without_price: [], asked_by_programs: [], unbounded_apps: [] },
};

function shown(changed: ComparePlan, columns: number): string {
  const text = comparePlanText(changed, { paint: plainPaint, width: columns, columns });
  for (const line of text.split('\n')) assert.ok(displayWidth(line) <= columns, `${columns}: ${line}`);
  return text;
}

test('the plan of a comparison says what each side asks, and the chance of each case', () => {
  matchesGolden('pairs/plan', [80, 40].map((columns) => `${columns} columns\n${shown(plan, columns)}`).join('\n'));
});

test('equal versions ask nothing, and a part of the cases opens no gate', () => {
  matchesGolden('pairs/plan-same', shown({ ...plan, same: true, calls: noCalls, cost: null }, 80));
  const one = {
    ...plan,
    partial: true,
    outlooks: [{ ...outlook, change: 0.023 }],
    calls: { ...noCalls, subject: 100 },
  };
  matchesGolden('pairs/plan-partial', shown(one, 80));
});

test('names from outside cannot change the terminal, and long lists of cases are cut', () => {
  const hostile = { ...plan, id: 'p\u001b[1m', a: { ...plan.a, label: 'x\u202e'.repeat(99) } };
  const cases = Array.from({ length: 60 }, (_, i) => ({ ...outlook, case: `${i} \u001b[2J${'x'.repeat(200)}` }));
  for (const columns of [40, 80, 120]) {
    const text = shown({ ...hostile, outlooks: cases }, columns);
    assert.doesNotMatch(text, /[\u001b\u202e]/);
    assert.match(text, /and 20 more cases/);
  }
});
