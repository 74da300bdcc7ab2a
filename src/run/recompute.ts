import { isDeepStrictEqual } from 'node:util';
import type { Case } from '#model/case.js';
import type { CaseResult, RunPlan, RunResult } from '#model/run.js';
import type { Verdict } from '#model/verdict.js';
import { redecide } from './redecide.js';
import { summarize } from './summarize.js';

/** A verdict of a stored run that is not the one its scores come to. null where there is none on one side. */
export interface VerdictDifference {
  readonly case: string;
  readonly about: string;
  readonly criterion: string;
  readonly stored: Verdict | null;
  readonly recomputed: Verdict | null;
}

export interface Recomputation {
  /** How many verdicts the scores come to. */
  readonly total: number;
  readonly differences: readonly VerdictDifference[];
  /** What else of the result does not follow from its scores, a sentence each. */
  readonly contradictions: readonly string[];
}

/**
 * Derives all that a result decides anew from its scores alone, and compares: verdicts, then cases, then the run. The result must
 * have the cases of the plan, in order. Throws if a criterion of the plan cannot be used.
 */
export function recompute(plan: RunPlan, result: RunResult): Recomputation {
  const cases = plan.cases.flatMap((one, index) => {
    const stored = result.cases[index];
    return stored ? [{ stored, anew: redecide(one, stored) }] : [];
  });
  return {
    total: cases.reduce((sum, { anew }) => sum + anew.verdicts.length, 0),
    differences: plan.cases.flatMap((one, index) => verdictDifferences(one, cases[index])),
    contradictions: [
      ...cases.flatMap(({ stored, anew }) => unlike(`case "${stored.name}"`, caseFacts(stored), caseFacts(anew))),
      ...unlike(
        'the run',
        runFacts(result),
        runFacts(
          summarizeAnew(
            plan,
            result,
            cases.map(({ anew }) => anew),
          ),
        ),
      ),
    ],
  };
}

interface BothResults {
  readonly stored: CaseResult;
  readonly anew: CaseResult;
}

function verdictDifferences(one: Case, both: BothResults | undefined): readonly VerdictDifference[] {
  const [stored, anew] = [both?.stored.verdicts ?? [], both?.anew.verdicts ?? []];
  return Array.from({ length: Math.max(stored.length, anew.length) }, (_, index) => index).flatMap((index) => {
    const [before, now] = [stored[index] ?? null, anew[index] ?? null];
    if (isDeepStrictEqual(before, now)) return [];
    const { about, criterion } = now ?? before ?? { about: '', criterion: '' };
    return [{ case: one.name, about, criterion, stored: before, recomputed: now }];
  });
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

function unlike(what: string, stored: object, anew: object): readonly string[] {
  const now = new Map<string, unknown>(Object.entries(anew));
  return Object.entries(stored)
    .filter(([field, value]) => !isDeepStrictEqual(value, now.get(field)))
    .map(
      ([field, value]) => `${what}: ${field} is stored as ${shown(value)}, and the scores say ${shown(now.get(field))}`,
    );
}

function shown(value: unknown): string {
  return Array.isArray(value) ? `a list of ${value.length}` : JSON.stringify(value);
}
