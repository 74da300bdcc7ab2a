import { isDeepStrictEqual } from 'node:util';
import type { Case } from '#model/case.js';
import type { Recomputation, VerdictDifference } from '#model/recomputation.js';
import type { CaseResult, RunPlan, RunResult } from '#model/run.js';
import { redecide } from './redecide.js';
import { scoreFlaws } from './score-flaws.js';
import { summarize } from './summarize.js';
import { unlike } from './unlike.js';

/**
 * Derives all that a result decides anew from its scores alone, and compares: verdicts, then cases, then the run. The result must
 * have the cases of the plan, in order. Throws if a criterion of the plan cannot be used.
 */
export function recompute(plan: RunPlan, result: RunResult): Recomputation {
  const cases = plan.cases.flatMap((one, index) => {
    const stored = result.cases[index];
    return stored ? [{ one, stored, anew: redecide(one, stored) }] : [];
  });
  const anew = summarizeAnew(
    plan,
    result,
    cases.map((both) => both.anew),
  );
  return {
    total: cases.reduce((sum, { anew: { verdicts } }) => sum + verdicts.length, 0),
    differences: cases.flatMap(verdictDifferences),
    contradictions: [
      ...cases.flatMap(caseContradictions),
      ...unlike('the run', runFacts(result), runFacts(anew), 'the scores say'),
    ],
  };
}

interface BothResults {
  readonly one: Case;
  readonly stored: CaseResult;
  readonly anew: CaseResult;
}

function verdictDifferences({ one, ...both }: BothResults): readonly VerdictDifference[] {
  const [stored, anew] = [both.stored.verdicts, both.anew.verdicts];
  return Array.from({ length: Math.max(stored.length, anew.length) }, (_, index) => index).flatMap((index) => {
    const [before, now] = [stored[index] ?? null, anew[index] ?? null];
    if (isDeepStrictEqual(before, now)) return [];
    const { about, criterion } = now ?? before ?? { about: '', criterion: '' };
    return [{ case: one.name, about, criterion, stored: before, recomputed: now }];
  });
}

function caseContradictions({ one, stored, anew }: BothResults): readonly string[] {
  const used = anew.passed === null ? stored.trials.length : (anew.stopped_at ?? one.sample_size);
  const facts = unlike(`case "${one.name}"`, caseFacts(stored), caseFacts(anew), 'the scores say');
  const hasMissing = stored.trials.some(({ outcome }) => outcome === 'missing');
  const ends = anew.passed === null && !hasMissing ? [`case "${one.name}": undecided, and no trial is missing`] : [];
  return [...facts, ...ends, ...scoreFlaws(one, stored, used)];
}

/** What of a case follows from its scores, beside its verdicts. */
function caseFacts({ kind, passed, sample_size, stopped_at, trials, scores }: CaseResult): object {
  return { kind, passed, sample_size, stopped_at, trials: trials.length, scores: scores.length };
}

function summarizeAnew(plan: RunPlan, result: RunResult, cases: readonly CaseResult[]): RunResult {
  const totals = { ...result, oldest_reply: result.evidence.oldest_reply };
  return summarize(plan, cases, totals, result);
}

function runFacts(result: RunResult): object {
  const { state, all_passed, partial, total, passed, failed_cases, inconclusive_cases, missing_cases } = result;
  const { triggering, evidence } = result;
  const counts = { total, passed, failed_cases, inconclusive_cases, missing_cases, triggering };
  return { state, all_passed, partial, ...counts, synthetic: evidence.synthetic };
}
