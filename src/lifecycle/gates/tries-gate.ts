import type { Case } from '#model/case.js';
import { isObject } from '#model/data/json.js';
import { quoted } from '#model/text/quoted.js';
import { levelOfAttempts } from '#stats/multiple-testing.js';
import type { OtherAttempt } from '../attempts/other-attempts.js';
import type { FullRun } from '../full-run.js';
import { type EvalGatesInput, evalRemedy, type Gate, met, unmet } from './gate.js';

/**
 * Decides whether every verdict has a level that its attempt number allows. Recounts the attempts, whatever number the row
 * claims. Returns no gate if levels are not corrected for attempts, or no verdict has a level.
 */
export function triesGates(latest: FullRun, others: readonly OtherAttempt[], input: EvalGatesInput): readonly Gate[] {
  const { prompt, cases } = input;
  if (prompt.promotion.tries !== 'corrected') return [];
  const verdicts = verdictsOf(latest);
  if (verdicts.length === 0) return [];
  const attempt = attemptOf(others);
  const bad = verdicts.find((verdict) => isTooLarge(verdict, cases, attempt));
  if (!bad) return [met('tries', `${latest.name} is attempt ${attempt} on these files, decided at levels for that`)];
  const allowed = formatPercent(levelOf(bad, cases) / (attempt * (attempt + 1)));
  const found = `${quoted(bad.case)} was decided at ${formatPercent(bad.significance_level)}`;
  const message = `${latest.name} is attempt ${attempt} on these files, where ${found}; attempt ${attempt} has at most ${allowed}`;
  return [unmet('tries', message, `${evalRemedy(input)}, whose levels are those of its attempt`)];
}

/**
 * Returns the bound on the level of all attempts on these files together: the largest level in the files for a verdict of the
 * run. null if levels are not corrected, no verdict has a level, or a verdict has a larger level than its attempt allows.
 */
export function overallLevel(latest: FullRun, others: readonly OtherAttempt[], input: EvalGatesInput): number | null {
  const { prompt, cases } = input;
  const verdicts = verdictsOf(latest);
  if (prompt.promotion.tries !== 'corrected' || verdicts.length === 0) return null;
  const attempt = attemptOf(others);
  if (verdicts.some((verdict) => isTooLarge(verdict, cases, attempt))) return null;
  return verdicts.reduce((largest, verdict) => Math.max(largest, levelOf(verdict, cases)), 0);
}

/** Returns the number of a run, from 1, among the attempts on these files that its level must account for. */
function attemptOf(others: readonly OtherAttempt[]): number {
  return others.filter(({ isEarlier, isNumberedLater }) => isEarlier && !isNumberedLater).length + 1;
}

/** A verdict with a level, as stored in a row. */
interface LeveledVerdict {
  readonly case: string;
  readonly criterion: unknown;
  readonly significance_level: number;
}

function verdictsOf({ row }: FullRun): readonly LeveledVerdict[] {
  const { verdicts } = row;
  return Array.isArray(verdicts) ? verdicts.filter(isLeveled) : [];
}

function isLeveled(value: unknown): value is LeveledVerdict {
  return isObject(value) && typeof value['case'] === 'string' && typeof value['significance_level'] === 'number';
}

/** Tolerance for rounding by JSON and by division. */
const tolerance = 1 + 1e-9;

function isTooLarge(verdict: LeveledVerdict, cases: readonly Case[], attempt: number): boolean {
  return verdict.significance_level > (levelOf(verdict, cases) / (attempt * (attempt + 1))) * tolerance;
}

/** Returns the level in the files for a criterion of this case and name: the largest of several, or 0 without one. */
function levelOf(verdict: LeveledVerdict, cases: readonly Case[]): number {
  const criteria = cases
    .filter(({ name }) => name === verdict.case)
    .flatMap(({ expectations }) => expectations.flatMap((expectation) => expectation.criteria))
    .filter(({ criterion }) => criterion === verdict.criterion);
  return criteria.reduce((largest, { significance_level = 0 }) => Math.max(largest, significance_level), 0);
}

/**
 * Describes the chance that at least one of `tries` attempts at `level` in (0, 1) passes by luck, in percent with two significant
 * digits; empty without a level.
 */
export function describeChanceOfLuck(level: number | null, tries: number): string {
  if (level === null) return '';
  const worth = formatPercent(levelOfAttempts(level, tries));
  return `; ${tries} tries at ${formatPercent(level)}: the chance of a pass by luck is up to ${worth}`;
}

/**
 * Describes the same chance if attempt j is decided at `base` / (j (j + 1)). These levels add up to at most `base`, a bound by
 * Bonferroni's inequality.
 */
export function describeCorrectedChance(base: number): string {
  return `; all attempts together: the chance of a pass by luck is at most ${formatPercent(base)}`;
}

/** Formats a probability in percent with two significant digits. */
export function formatPercent(share: number): string {
  return `${Number((100 * share).toPrecision(2))} %`;
}
