import { isInRange } from '#decide/score-range.js';
import type { Case, Expectation, Grader } from '#model/case.js';
import type { CaseResult } from '#model/run/run.js';
import { type Score, scoresByTrial } from '#model/run/score.js';
import type { Trial } from '#model/run/trial.js';

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
      expectationFlaws(expectation, trials, scoresOf(index, scores)),
    ),
    ...scores.filter(({ expectation }) => !testCase.expectations[expectation]).map(strayFlaw),
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

/** Groups the scores of one expectation by trial. */
function scoresOf(index: number, scores: readonly Score[]): ReadonlyMap<number, readonly Score[]> {
  return scoresByTrial(scores.filter(({ expectation }) => expectation === index));
}

function expectationFlaws(
  { about, grader }: Expectation,
  trials: readonly Trial[],
  scores: ReadonlyMap<number, readonly Score[]>,
): readonly string[] {
  return trials.flatMap((trial) => {
    const own = scores.get(trial.index) ?? [];
    const flaws = [countFlaw(grader, trial, own), ...own.map((score) => valueFlaw(grader, trial, score))];
    return flaws.flatMap((flaw) => (flaw === null ? [] : [`${named(trial.index)} ${flaw} ("${about}")`]));
  });
}

/**
 * Describes a wrong number of scores of a trial; null if it is right. Right is one, one for each turn with per-turn metrics, and
 * none for a missing trial.
 */
function countFlaw(grader: Grader, { outcome, turns }: Trial, own: readonly Score[]): string | null {
  if (outcome === 'missing') return own.length === 0 ? null : 'is missing, but has a score';
  const isByTurn = outcome === 'finished' && grader.grader === 'metric' && grader.params.scope === 'per_turn';
  if (!isByTurn) return own.length === 1 ? null : `has ${own.length} scores, not one`;
  const scored = new Set(own.map(({ turn }) => turn));
  const isEachOnce = own.length === turns.length && turns.every((_, turn) => scored.has(turn));
  return isEachOnce ? null : 'does not have one score for each of its turns';
}

function valueFlaw(grader: Grader, { outcome }: Trial, { value }: Score): string | null {
  if (value === null) return null;
  if (outcome === 'failed') return `has a score of ${value}, but no valid answer`;
  return isPossible(grader, value) ? null : `has an impossible score of ${value}`;
}

/** Returns true if a grader can give this value. Only metrics can have fractions. */
function isPossible(grader: Grader, value: number): boolean {
  return isInRange(grader, value) && (grader.grader === 'metric' || Number.isInteger(value));
}

function strayFlaw({ trial }: Score): string {
  return `${named(trial)} has a score of an expectation that the case does not have`;
}

/** Returns the name of a trial, counted from 1 as in reports. */
function named(index: number): string {
  return `trial ${index + 1}`;
}
