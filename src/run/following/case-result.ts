import { type CaseDecision, casePasses } from '#decide/decide-case.js';
import type { Case } from '#model/case.js';
import type { CaseResult } from '#model/run.js';
import type { Score } from '#model/score.js';
import type { Trial } from '#model/trial.js';

/** Of what nothing is decided: a case of a shard, whatever its scores. */
export const undecided: CaseDecision = { verdicts: [], used: 0, is_settled: false };

/** The result of a case from its decision and the trials, with their scores, that this rests on. Not settled is undecided. */
export function toCaseResult(
  one: Case,
  { verdicts, used, is_settled }: CaseDecision,
  trials: readonly Trial[],
  scores: readonly Score[],
): CaseResult {
  return {
    name: one.name,
    kind: one.subject.kind,
    passed: is_settled ? casePasses(verdicts) : null,
    verdicts: is_settled ? verdicts : [],
    sample_size: one.sample_size,
    stopped_at: is_settled && used < one.sample_size ? used : null,
    trials,
    scores,
  };
}
