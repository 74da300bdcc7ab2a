import { isDeepStrictEqual } from 'node:util';
import { findCriterion } from '#decide/criteria/index.js';
import type { Criterion } from '#decide/criterion.js';
import { refusedCriteria } from '#decide/outlooks.js';
import { isInRange } from '#decide/trial-values.js';
import { decideCase, type TrialPlace } from '#decide/watch-case.js';
import type { Case, Expectation } from '#model/case.js';
import { isClustered, type Origin } from '#model/dataset.js';
import type { Grader } from '#model/grader.js';
import { findMetric } from '#model/metrics.js';
import { evaError } from '#model/problem.js';
import type { CaseResult, RunPlan, RunResult, RunRow } from '#model/run/run.js';
import { type Score, type ScoresByTrial, scoresByTrial, type Trial } from '#model/run/trial.js';
import type { Recomputation, VerdictDifference } from '#model/run/verdict.js';
import { short } from '#model/text/quoted.js';
import { fitRow, readRunRows } from '#store/logs/eval-log.js';
import type { StoredRun } from '#store/run/stored-runs.js';
import { plannedTrials, type TrialsOfShard } from '../shares/share-trials.js';
import { toCaseResult, undecided, undecidedResult, withStopEarly } from './follow-case.js';
import { labelOf, summarizeAgain, toRow } from './summarize.js';

/**
 * Recomputes the verdicts of a stored result from its scores, and compares verdicts, cases and the run. The result must have the cases of
 * the plan, in order. Throws if a criterion of the plan cannot be used.
 */
export function recompute(plan: RunPlan, result: RunResult): Recomputation {
  const { shard } = plan.manner;
  const ofShard = shard && plannedTrials(plan);
  const cases = plan.cases.flatMap((testCase, index) => {
    const stored = result.cases[index];
    if (!stored) return [];
    // A score off its scale decides nothing; the flaws of the case list it.
    const isOnScale = ({ expectation, value }: Score) => {
      const grader = testCase.expectations[expectation]?.grader;
      return value === null || grader === undefined || isInRange(grader, value);
    };
    const isDecided = !shard && stored.scores.every(isOnScale);
    const recomputed = !isDecided
      ? toCaseResult(testCase, undecided, stored.trials, stored.scores)
      : redecide(withStopEarly(testCase, plan.manner), stored);
    const isWhole = plan.manner.share?.whole.includes(testCase.name) === true;
    return [{ testCase, stored, recomputed, isShard: shard !== null, isWhole, own: ofShard?.[index] ?? null }];
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
      ...endContradictions(
        plan,
        cases.map((both) => both.recomputed),
      ),
      ...differences('the run', runFacts(result), runFacts(recomputed), 'the scores say'),
    ],
  };
}

/** Computes the verdicts of a stored run again, and compares them with its result and its row. Throws EVA_BAD_RUN if its plan cannot be decided. */
export function recomputed({ plan, result }: StoredRun, root: string): Recomputation {
  const [reason] = plan.cases.flatMap(undecidable);
  if (reason !== undefined) {
    throw evaError(
      'EVA_BAD_RUN:undecidable',
      `cannot read run ${short(result.run_id)}: eva cannot derive its verdicts: ${short(reason)}`,
      { hint: 'plan.json was edited; start the run again' },
    );
  }
  const recomputation = recompute(plan, result);
  return { ...recomputation, contradictions: [...recomputation.contradictions, ...rowContradictions(result, root)] };
}

/** Lists why a case cannot be decided: an edited plan may have a metric or criterion that is unknown or does not fit. */
function undecidable(testCase: Case): readonly string[] {
  const metrics = testCase.expectations.flatMap(({ grader }) =>
    grader.grader === 'metric' ? [grader.params.metric] : [],
  );
  const unknown = metrics.filter((name) => !findMetric(name)).map((name) => `no metric named ${name}`);
  if (unknown.length > 0) return unknown;
  const specs = testCase.expectations.flatMap(({ criteria }) => criteria);
  return [
    ...specs
      .filter(({ criterion }) => !findCriterion(criterion))
      .map(({ criterion }) => `no criterion named ${criterion}`),
    ...refusedCriteria(testCase).map(({ refusal }) => refusal.message),
  ];
}

/** Lists contradictions between a result and its row. The row may be missing: unfinished runs have none, and logs can be shortened. */
function rowContradictions(result: RunResult, root: string): readonly string[] {
  const made = fitRow(toRow(result));
  const rows = readRunRows(root).rows.filter(({ value }) => value['run_id'] === result.run_id);
  return rows.flatMap(({ value }) => compareRow(value, made));
}

interface BothResults {
  readonly testCase: Case;
  readonly stored: CaseResult;
  readonly recomputed: CaseResult;
  readonly isShard: boolean;
  /** True if a shard alone collects the case, so that it may have stopped early. */
  readonly isWhole: boolean;
  /** The trials that belong to the shard; null if the run is not a shard, or if its plan does not say it. */
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

function caseContradictions({ testCase, stored, recomputed, isShard, isWhole, own }: BothResults): readonly string[] {
  const facts = differences(`case "${testCase.name}"`, caseFacts(stored), caseFacts(recomputed), 'the scores say');
  const hasMissing = stored.trials.some(({ outcome }) => outcome === 'missing');
  const isOpen = recomputed.passed === null && !hasMissing && !isShard && !testCase.look;
  const ends = isOpen ? [`case "${testCase.name}": undecided, and no trial is missing`] : [];
  const datasetNow = JSON.parse(JSON.stringify(recomputed.dataset ?? null));
  const ofDataset = isDeepStrictEqual(stored.dataset ?? null, datasetNow)
    ? []
    : [`case "${testCase.name}": its slices or classes are not what the scores say`];
  const ofOthers = own ? strayTrials(testCase, stored, own) : [];
  const wanted = isShard && !isWhole ? (own?.indexes() ?? []) : firstTrials(testCase, stored, recomputed);
  return [...facts, ...ofDataset, ...ends, ...ofOthers, ...scoreFlaws(testCase, stored, wanted)];
}

/** Lists cases that name the case which ended the run, although the run does not end at a failing case or that case did not fail. */
function endContradictions({ manner }: RunPlan, cases: readonly CaseResult[]): readonly string[] {
  const red = new Set(cases.filter(({ passed }) => passed === false).map(({ name }) => name));
  return cases
    .filter(({ ended_by }) => ended_by !== undefined && !(manner.fail_fast === 'run' && red.has(ended_by)))
    .map(({ name }) => `case "${name}": the run did not end with the case that it names`);
}

function strayTrials({ name }: Case, { trials }: CaseResult, ofShard: TrialsOfShard): readonly string[] {
  const stray = trials.filter(({ index }) => !ofShard.has(index)).length;
  return stray === 0 ? [] : [`case "${name}": ${stray} of its trials belong to another shard`];
}

/** Returns the indexes of the trials that decided a case, or of all trials if it is undecided. Slices may pass over trials. */
function firstTrials(
  { sample_size, dataset }: Case,
  stored: CaseResult,
  { passed, stopped_at }: CaseResult,
): readonly number[] {
  if (dataset?.slices.some(({ gate }) => gate?.must === 'pass')) return [];
  const used = passed === null ? stored.trials.length : (stopped_at ?? sample_size);
  return [...Array(used).keys()];
}

/** Returns the fields of a case that its scores determine, except for verdicts. */
function caseFacts({ kind, look, passed, sample_size, stopped_at, ended_by, trials, scores }: CaseResult): object {
  return { kind, look, passed, sample_size, stopped_at, ended_by, trials: trials.length, scores: scores.length };
}

function runFacts(result: RunResult): object {
  const { state, all_passed, partial, total, passed, failed_cases, inconclusive_cases, missing_cases } = result;
  const { triggering, evidence, shard, looked, waits_for, ended_by } = result;
  const counts = { total, passed, failed_cases, inconclusive_cases, missing_cases, triggering, looked, waits_for };
  return { state, all_passed, partial, shard, ended_by, ...counts, synthetic: evidence.synthetic };
}

/**
 * Lists the fields of `stored` that differ from `recomputed`, one sentence each: `the run: passed is stored as 3, and the scores say 2`.
 */
export function differences(what: string, stored: object, recomputed: object, says: string): readonly string[] {
  const now = new Map<string, unknown>(Object.entries(recomputed));
  return Object.entries(stored)
    .filter(([field, value]) => !isDeepStrictEqual(value, now.get(field)))
    .map(([field, value]) => {
      const [was, is] = [shown(value), shown(now.get(field))];
      return `${what}: ${field} is ${was === is ? `not what ${says}` : `stored as ${was}, and ${says} ${is}`}`;
    });
}

function shown(value: unknown): string {
  return Array.isArray(value) ? `a list of ${value.length}` : (JSON.stringify(value) ?? 'nothing');
}

/**
 * Compares a row of `.eval.jsonl` with the row that its result gives. Returns one sentence for each difference. Ignores additional fields.
 */
export function compareRow(row: Readonly<Record<string, unknown>>, made: RunRow): readonly string[] {
  const asWritten: Record<string, unknown> = JSON.parse(JSON.stringify(made));
  const stored = Object.fromEntries(Object.keys(asWritten).map((field) => [field, row[field]]));
  return differences('the row in .eval.jsonl', stored, asWritten, 'the result says');
}

/** Greatest number of flaws listed for each case; further ones are only counted. */
const most = 5;

/** Lists impossible trials and scores of a case, one sentence each. `wanted`: the indexes of the trials behind its verdicts. */
export function scoreFlaws(
  testCase: Case,
  { trials, scores }: CaseResult,
  wanted: readonly number[],
): readonly string[] {
  const flaws = [
    ...trialFlaws(testCase, trials, [...wanted, ...scores.map(({ trial }) => trial)]),
    ...testCase.expectations.flatMap((expectation, index) =>
      expectationFlaws(expectation, trials, scoresByTrial(scores.filter(({ expectation }) => expectation === index))),
    ),
    ...scores
      .filter(({ expectation }) => !testCase.expectations[expectation])
      .map(({ trial }) => `${named(trial)} has a score of an expectation that the case does not have`),
  ];
  const shown = flaws.length > most ? [...flaws.slice(0, most), `${flaws.length - most} more of the kind`] : flaws;
  return shown.map((flaw) => `case "${testCase.name}": ${flaw}`);
}

/** Lists trials that are missing, repeated, or belong to another case. */
function trialFlaws(testCase: Case, trials: readonly Trial[], wanted: readonly number[]): readonly string[] {
  const times = new Map<number, number>();
  for (const { index } of trials) times.set(index, (times.get(index) ?? 0) + 1);
  const absent = [...new Set(wanted)].filter((index) => !times.has(index));
  const repeated = [...times.keys()].filter((index) => times.get(index) !== 1);
  return [
    ...absent.map((index) => `${named(index)} is not among its trials`),
    ...repeated.map((index) => `${named(index)} is repeated`),
    ...trials.filter((trial) => trial.case !== testCase.name).map(({ index }) => `${named(index)} is of another case`),
    ...trials.flatMap((trial) => turnFlaw(testCase, trial) ?? []),
  ];
}

/** Describes a conversation that has too many turns or is finished without a turn; null if neither is the case. */
function turnFlaw({ subject }: Case, { index, outcome, turns }: Trial): string | null {
  if (subject.kind !== 'conversation') return null;
  if (turns.length > subject.max_turns)
    return `${named(index)} has ${turns.length} turns; the maximum is ${subject.max_turns}`;
  return outcome === 'finished' && turns.length === 0 ? `${named(index)} is finished without a turn` : null;
}

function expectationFlaws(
  { about, grader }: Expectation,
  trials: readonly Trial[],
  scores: ScoresByTrial,
): readonly string[] {
  return trials.flatMap((trial) => {
    const scoresOfTrial = scores.get(trial.index) ?? [];
    const flaws = [
      countFlaw(grader, trial, scoresOfTrial),
      ...scoresOfTrial.map((score) => valueFlaw(grader, trial, score)),
    ];
    return flaws.flatMap((flaw) => (flaw === null ? [] : [`${named(trial.index)} ${flaw} ("${about}")`]));
  });
}

/**
 * Describes a wrong number of scores of a trial; null if it is right. Right is one, one for each turn with per-turn metrics, and
 * none for a missing trial.
 */
function countFlaw(grader: Grader, { outcome, turns }: Trial, scores: readonly Score[]): string | null {
  if (outcome === 'missing') return scores.length === 0 ? null : 'is missing, but has a score';
  const isByTurn = outcome === 'finished' && grader.grader === 'metric' && grader.params.scope === 'per_turn';
  if (!isByTurn) return scores.length === 1 ? null : `has ${scores.length} scores, not one`;
  const scored = new Set(scores.map(({ turn }) => turn));
  const isEachOnce = scores.length === turns.length && turns.every((_, turn) => scored.has(turn));
  return isEachOnce ? null : 'does not have one score for each of its turns';
}

function valueFlaw(grader: Grader, { outcome }: Trial, { value }: Score): string | null {
  if (value === null) return null;
  if (outcome === 'failed') return `has a score of ${value}, but no valid answer`;
  const isPossible = isInRange(grader, value) && (grader.grader === 'metric' || Number.isInteger(value)); // only metrics have fractions
  return isPossible ? null : `has an impossible score of ${value}`;
}

/** Returns the name of a trial, counted from 1 as in reports. */
function named(index: number): string {
  return `trial ${index + 1}`;
}

/** Recomputes the result of a case from its stored scores, ignoring its stored verdicts. Throws if a criterion has no implementation. */
export function redecide(testCase: Case, result: CaseResult, criteria?: readonly Criterion[]): CaseResult {
  const { ended_by } = result;
  const until = ended_by === undefined ? {} : { until: (result.trials.at(-1)?.index ?? -1) + 1 };
  const stored = { placeOf: storedPlaces(testCase, result.trials), labelOf: labelOf(testCase, result), ...until };
  const decision = decideCase(testCase, result.scores, criteria, stored);
  if (ended_by !== undefined && !decision.is_settled) return undecidedResult(testCase, decision.verdicts, result);
  const end = decision.is_settled ? decision.used : Number.POSITIVE_INFINITY;
  const trials = result.trials.filter(({ index }) => index < end);
  const scores = result.scores.filter(({ trial }) => trial < end);
  const { requested, labels } = result;
  return {
    ...toCaseResult(testCase, decision, trials, scores),
    ...(requested !== undefined && { requested }),
    ...(labels && { labels }),
  };
}

/** Returns a function that returns the item of a stored trial, and whether the next stored trial is of another unit. */
function storedPlaces({ dataset }: Case, trials: readonly Trial[]): (trial: number) => TrialPlace {
  if (!dataset) return () => ({});
  const unitOf = ({ item, cluster }: Origin) => (isClustered(dataset) ? cluster : item);
  const inOrder = [...trials].sort((a, b) => a.index - b.index);
  const places = new Map(
    inOrder.map(({ index, origin }, at) => {
      const next = inOrder[at + 1]?.origin;
      const endsUnit = !origin || !next || unitOf(origin) !== unitOf(next);
      return [index, { origin, endsUnit }];
    }),
  );
  return (trial) => places.get(trial) ?? {};
}
