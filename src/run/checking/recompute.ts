import { isDeepStrictEqual } from 'node:util';
import type { Criterion } from '#decide/criterion.js';
import { decideCase } from '#decide/decide-case.js';
import { isInRange } from '#decide/score-range.js';
import type { Case } from '#model/case.js';
import type { CaseResult, Recomputation, RunPlan, RunResult, RunRow, VerdictDifference } from '#model/run/run.js';
import type { Score } from '#model/run/score.js';
import { toCaseResult, undecided, withStopEarly } from '../following/best-case.js';
import { type TrialsOfShard, trialsInShard } from '../shards/shard.js';
import { summarize } from '../summarize.js';
import { scoreFlaws } from './score-flaws.js';

/**
 * Recomputes the verdicts of a stored result from its scores, and compares verdicts, cases and the run. The result must have the cases of
 * the plan, in order. Throws if a criterion of the plan cannot be used.
 */
export function recompute(plan: RunPlan, result: RunResult): Recomputation {
  const { shard } = plan.manner;
  const own = shard && trialsInShard(plan.cases, shard);
  const cases = plan.cases.flatMap((testCase, index) => {
    const stored = result.cases[index];
    if (!stored) return [];
    const isDecided = !shard && stored.scores.every((score) => isOnScale(testCase, score));
    const recomputed = !isDecided
      ? toCaseResult(testCase, undecided, stored.trials, stored.scores)
      : redecide(withStopEarly(testCase, plan.manner), stored);
    return [{ testCase, stored, recomputed, own: own?.[index] ?? null }];
  });
  const recomputed = summarizeAgain(
    plan,
    result,
    cases.map((both) => both.recomputed),
  );
  return {
    total: cases.reduce(
      (sum, { stored, recomputed }) => sum + Math.max(stored.verdicts.length, recomputed.verdicts.length),
      0,
    ),
    differences: cases.flatMap(verdictDifferences),
    contradictions: [
      ...cases.flatMap(caseContradictions),
      ...differences('the run', runFacts(result), runFacts(recomputed), 'the scores say'),
    ],
  };
}

/** Returns false for a score off its scale. Such a score decides nothing; the flaws of the case list it. */
function isOnScale({ expectations }: Case, { expectation, value }: Score): boolean {
  const grader = expectations[expectation]?.grader;
  return value === null || grader === undefined || isInRange(grader, value);
}

interface BothResults {
  readonly testCase: Case;
  readonly stored: CaseResult;
  readonly recomputed: CaseResult;
  /** The trials that belong to the shard; null if the run is not a shard. */
  readonly own: TrialsOfShard | null;
}

function verdictDifferences({ testCase, ...both }: BothResults): readonly VerdictDifference[] {
  const [stored, recomputed] = [both.stored.verdicts, both.recomputed.verdicts];
  return Array.from({ length: Math.max(stored.length, recomputed.length) }, (_, index) => index).flatMap((index) => {
    const [before, now] = [stored[index] ?? null, recomputed[index] ?? null];
    if (isDeepStrictEqual(before, now)) return [];
    const { about, criterion } = now ?? before ?? { about: '', criterion: '' };
    return [{ case: testCase.name, about, criterion, stored: before, recomputed: now }];
  });
}

function caseContradictions({ testCase, stored, recomputed, own }: BothResults): readonly string[] {
  const facts = differences(`case "${testCase.name}"`, caseFacts(stored), caseFacts(recomputed), 'the scores say');
  const hasMissing = stored.trials.some(({ outcome }) => outcome === 'missing');
  const isOpen = recomputed.passed === null && !hasMissing && own === null;
  const ends = isOpen ? [`case "${testCase.name}": undecided, and no trial is missing`] : [];
  const ofOthers = own ? strayTrials(testCase, stored, own) : [];
  return [
    ...facts,
    ...ends,
    ...ofOthers,
    ...scoreFlaws(testCase, stored, own?.indexes() ?? firstTrials(testCase, stored, recomputed)),
  ];
}

function strayTrials({ name }: Case, { trials }: CaseResult, own: TrialsOfShard): readonly string[] {
  const stray = trials.filter(({ index }) => !own.has(index)).length;
  return stray === 0 ? [] : [`case "${name}": ${stray} of its trials belong to another shard`];
}

/** Returns the indexes of the trials that decided a case, or of all trials if it is undecided. */
function firstTrials({ sample_size }: Case, stored: CaseResult, { passed, stopped_at }: CaseResult): readonly number[] {
  const used = passed === null ? stored.trials.length : (stopped_at ?? sample_size);
  return [...Array(used).keys()];
}

/** Returns the fields of a case that its scores determine, except for verdicts. */
function caseFacts({ kind, passed, sample_size, stopped_at, trials, scores }: CaseResult): object {
  return { kind, passed, sample_size, stopped_at, trials: trials.length, scores: scores.length };
}

function summarizeAgain(plan: RunPlan, result: RunResult, cases: readonly CaseResult[]): RunResult {
  const asked_again = result.timeouts?.asked_again ?? 0;
  const totals = { ...result, oldest_reply: result.evidence.oldest_reply, asked_again };
  return summarize(plan, cases, totals, result);
}

function runFacts(result: RunResult): object {
  const { state, all_passed, partial, total, passed, failed_cases, inconclusive_cases, missing_cases } = result;
  const { triggering, evidence, shard } = result;
  const counts = { total, passed, failed_cases, inconclusive_cases, missing_cases, triggering };
  return { state, all_passed, partial, shard, ...counts, synthetic: evidence.synthetic };
}

/**
 * Lists the fields of `stored` that differ from `recomputed`, one sentence each: `the run: passed is stored as 3, and the scores say 2`.
 */
export function differences(what: string, stored: object, recomputed: object, says: string): readonly string[] {
  const now = new Map<string, unknown>(Object.entries(recomputed));
  return Object.entries(stored)
    .filter(([field, value]) => !isDeepStrictEqual(value, now.get(field)))
    .map(([field, value]) => `${what}: ${contradiction(field, shown(value), shown(now.get(field)), says)}`);
}

function contradiction(field: string, stored: string, recomputed: string, says: string): string {
  return stored === recomputed
    ? `${field} is not what ${says}`
    : `${field} is stored as ${stored}, and ${says} ${recomputed}`;
}

/** Describes a value in a sentence. */
function shown(value: unknown): string {
  return Array.isArray(value) ? `a list of ${value.length}` : (JSON.stringify(value) ?? 'nothing');
}

/** Recomputes the result of a case from its stored scores, ignoring its stored verdicts. Throws if a criterion has no implementation. */
export function redecide(testCase: Case, result: CaseResult, criteria?: readonly Criterion[]): CaseResult {
  const decision = decideCase(testCase, result.scores, criteria);
  const end = decision.is_settled ? decision.used : Number.POSITIVE_INFINITY;
  const trials = result.trials.filter(({ index }) => index < end);
  const scores = result.scores.filter(({ trial }) => trial < end);
  return toCaseResult(testCase, decision, trials, scores);
}

/**
 * Compares a row of `.eval.jsonl` with the row that its result gives. Returns one sentence for each difference. Ignores additional fields.
 */
export function compareRow(row: Readonly<Record<string, unknown>>, made: RunRow): readonly string[] {
  const asWritten: Record<string, unknown> = JSON.parse(JSON.stringify(made));
  const stored = Object.fromEntries(Object.keys(asWritten).map((field) => [field, row[field]]));
  return differences('the row in .eval.jsonl', stored, asWritten, 'the result says');
}
