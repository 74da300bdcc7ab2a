import test from 'node:test';
import type { PairOutlook } from '#model/pairs/comparison.js';
import { defaultRunSettings, type RunPlan } from '#model/run/run.js';
import { planTable, prettyPlan } from '#report/plan/plan-text.js';
import { plainPaint } from '#report/text/screen.js';
import { matchesGolden } from '../golden.js';
import { sampleCase } from '../run-sample.js';

const outlook: PairOutlook = {
  ...{ case: 'tickets', unit: 'item', decides: true, needs: null, n: 1200, trials: 1200, margin: 0.02, alpha: 0.05 },
  ...{ test: 'gaffke', change: 0.1, power: 0.65, needed_n: 1660, is_least: false },
};

const enough: PairOutlook = { ...outlook, case: 'bikes', power: 0.93, needed_n: 800 };

const few: PairOutlook = { ...outlook, case: 'x\u001b[2J', decides: false, needs: 149, n: 60, power: 0 };

const clusters: PairOutlook = { ...outlook, case: 'by customer', unit: 'cluster', n: 300, power: null, needed_n: null };

const plan: RunPlan = {
  ...{ id: 'triage', body: '', cases: [sampleCase('tickets', 3, 1200)], partial: false, calls: 1200, outlooks: [] },
  ...{ evidence: { prompt: '', cases: '', judge: '', models: '' }, manner: defaultRunSettings },
};

const calls = { subject: 1200, user: 0, judge: 0, trigger: 0, rubric: 0, embedding: 0 };

test('the plan of a run names the comparison that the prompt needs for ready, with the chance of its cases', () => {
  const compare = { against: 'ready', not_worse_by: 0.02, better: false };
  const screen = { paint: plainPaint, width: 80 };
  const views = [[outlook], [enough, few, clusters, outlook, outlook]].map((outlooks) => ({
    ...{ plan, cost: null, calls, compare: { ...compare, outlooks } },
  }));
  const better = { plan, cost: null, calls, compare: { ...compare, against: 'm\u202e', better: true, outlooks: [] } };
  const texts = [...views, better].map((view) => planTable(view, screen));
  matchesGolden('pairs/plan-line', [...texts, prettyPlan(better, screen)].join('\n'));
});
