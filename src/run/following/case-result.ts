import { type CaseDecision, casePasses } from '#decide/decide-case.js';
import type { Case } from '#model/case.js';
import type { CaseResult, RunSettings } from '#model/run/run.js';
import type { Score } from '#model/run/score.js';
import type { Trial } from '#model/run/trial.js';

/** The decision on a case of a shard: a single shard decides nothing. */
export const undecided: CaseDecision = { verdicts: [], used: 0, is_settled: false };

/** Makes the result of a case from its decision, trials and scores. The case is undecided if the decision is not settled. */
export function toCaseResult(
  testCase: Case,
  { verdicts, used, is_settled }: CaseDecision,
  trials: readonly Trial[],
  scores: readonly Score[],
): CaseResult {
  return {
    name: testCase.name,
    kind: testCase.subject.kind,
    passed: is_settled ? casePasses(verdicts) : null,
    verdicts: is_settled ? verdicts : [],
    sample_size: testCase.sample_size,
    stopped_at: is_settled && used < testCase.sample_size ? used : null,
    trials,
    scores,
  };
}

/** Applies the run's `stop_early` setting to a case. The evidence of the case stays the same. */
export function withStopEarly(testCase: Case, { stop_early }: Pick<RunSettings, 'stop_early'>): Case {
  return stop_early ? testCase : { ...testCase, stop_early: false };
}
