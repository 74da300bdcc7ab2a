import { type SideScores, watchPairs } from '#decide/pairs/watch-pairs.js';
import type { CasePairs, Comparison, SideFacts } from '#model/pairs/comparison.js';
import { noUsage } from '#model/reply/price.js';
import type { GradedTrial } from '#run/collecting/collect-trial.js';
import type { StoredComparison, StoredPairs, StoredSide } from './planned-comparison.js';
import { comparisonOf } from './running/comparison-of.js';

/** Decides a comparison of two stored runs from their trials. Asks nothing, and writes nothing. Throws as the reading of trials does. */
export function compareStoredRuns(planned: StoredComparison, now: Date): Comparison {
  const { cases } = planned;
  const results = cases.map((pairs) => resultOf(pairs, planned, Math.max(1, cases.length)));
  return comparisonOf(planned, {
    cases: results,
    ts: now.toISOString(),
    a: sideFacts(planned.a),
    b: sideFacts(planned.b),
    usage: noUsage,
    cost_usd: null,
    duration_s: 0,
  });
}

function resultOf(
  { testCase, sample, unpaired, read }: StoredPairs,
  { question }: StoredComparison,
  cases: number,
): CasePairs {
  const watch = watchPairs(testCase, question, { cases, unpaired, collectsAll: true });
  for (const { a, b } of read()) {
    const index = watch.used();
    watch.push(scoresOf(a), scoresOf(b), { origin: sample.origin(index), endsUnit: sample.endsUnit(index) });
  }
  return watch.result();
}

function scoresOf({ trial, scores }: GradedTrial): SideScores {
  return trial.outcome === 'missing' ? 'missing' : scores;
}

function sideFacts({ name, run_id, evidence }: StoredSide): SideFacts {
  return { ...name, run_id, evidence, kept: 0, asked: 0, from_run: null };
}
