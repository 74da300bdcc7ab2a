import type { Case } from '#model/case.js';
import { isObject } from '#model/data/json.js';
import type { Evidence } from '#model/run/run.js';
import { listNames, quoted } from '#model/text/quoted.js';
import { type FullRun, latestFullRun } from '#run/attempts/full-run.js';
import { type AttemptState, isCounted, type OtherAttempt, otherAttempts } from '#run/attempts/other-attempts.js';
import { levelOfAttempts } from '#stats/multiple-testing.js';
import { clockSkewMs } from '#store/files/jsonl.js';
import { type EvalGatesInput, evalRemedy, type Gate, met, unmet } from './gate.js';
import { freshGate, noRun, passGate } from './pass-gate.js';
import { realGate, serversGates, writtenGate } from './real-gate.js';

/** Decides the gates of `tested`: the most recent full run passed with the current files, and no person wrote its replies. */
export function testedEvalGates(input: EvalGatesInput): readonly Gate[] {
  const latest = latestFullRun(input.prompt.id, input.runs);
  return [...passingRunGates(input), ...(latest?.evidence ? [writtenGate(latest, latest.evidence, input)] : [])];
}

function passingRunGates(input: EvalGatesInput): readonly Gate[] {
  const { prompt, runs } = input;
  const latest = latestFullRun(prompt.id, runs);
  const log = logGate(latest?.line ?? 0, input);
  if (!latest) return [noRun(input), ...(log.met ? [] : [log])];
  return [passGate(latest, input), freshGate(latest, input), log];
}

/**
 * Decides whether the most recent full run is evidence: it passed with the current files and real model replies, and not after
 * too many attempts.
 */
export function evalGates(input: EvalGatesInput): readonly Gate[] {
  const { prompt, evidenceNow, runs } = input;
  const latest = latestFullRun(prompt.id, runs);
  const others = evidenceNow && otherAttempts(latest, evidenceNow, input);
  if (!latest) return [...passingRunGates(input), ...(others ? attemptsGates(null, others, input) : [])];
  if (!latest.evidence) return passingRunGates(input);
  return [
    ...passingRunGates(input),
    realGate(latest, input),
    ...serversGates(latest, input),
    ageGate(latest, latest.evidence, input),
    ...(others ? [...triesGates(latest, others, input), ...attemptsGates(latest, others, input)] : []),
  ];
}

/**
 * Decides whether every later line of the log is readable, since an unreadable one could be a later run. One before the row is harmless as long as
 * `.attempts.jsonl` can be read, which notes the end of every run.
 */
function logGate(line: number, input: EvalGatesInput): Gate {
  const after = input.runs.bad.filter((row) => row.line > line || input.attempts.bad.length > 0);
  const first = after[0];
  if (!first) return met('log', 'every later line of .eval.jsonl is readable');
  const more = after.length === 1 ? '' : ` (and ${after.length - 1} more)`;
  const message = `line ${first.line} of .eval.jsonl${more} ${first.reason}, and could be a later run`;
  return unmet('log', message, evalRemedy(input));
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Decides whether the evidence is recent enough. Its age is that of its oldest reply. Rejects a date in the future. The remedy ignores the
 * cache, whose replies keep their dates.
 */
function ageGate(latest: FullRun, evidence: Evidence, input: EvalGatesInput): Gate {
  const { prompt, now } = input;
  const remedy = `${evalRemedy(input)} --no-cache`;
  const dates = [latest.ts, evidence.oldest_reply ?? latest.ts];
  const times = dates.map((date) => Date.parse(date));
  if (times.some(Number.isNaN)) return unmet('age', `${latest.name} has no readable date`, remedy);
  if (Math.max(...times) > now.getTime() + clockSkewMs) {
    return unmet('age', `${latest.name} is dated in the future`, `set the clock right, then ${remedy}`);
  }
  const days = (now.getTime() - Math.min(...times)) / dayMs;
  const age = `the oldest reply of ${latest.name} is ${inDays(days)} old`;
  const { max_age_days: limit } = prompt.promotion;
  if (limit === undefined) return met('age', age);
  if (days <= limit) return met('age', `${age}, and may be ${inDays(limit)}`);
  return unmet('age', `${age}, and may be at most ${inDays(limit)}`, remedy);
}

function inDays(days: number): string {
  const whole = Math.max(0, Math.floor(days));
  return `${whole} ${whole === 1 ? 'day' : 'days'}`;
}

const stateWords = {
  red: 'did not pass',
  again: 'collected a shard again',
  abandoned: 'abandoned before the end',
  open: 'still open',
  waiting: 'waits for labels',
  unreadable: 'could be a failed attempt',
  shown: 'only showed replies (--look)',
} as const satisfies Record<Exclude<AttemptState, 'passed'>, string>;

/**
 * Decides whether few enough other attempts on the same files failed. The message names each attempt that did not pass, says
 * which of them count, and gives the chance that the run passed by luck. Returns no gate if all other attempts passed. `latest`
 * is null if there is no full run.
 */
function attemptsGates(
  latest: FullRun | null,
  others: readonly OtherAttempt[],
  input: EvalGatesInput,
): readonly Gate[] {
  const unpassed = others.filter(({ state }) => state !== 'passed');
  if (unpassed.length === 0) return [];
  const { max_failed_runs: limit } = input.prompt.promotion;
  const failed = unpassed.filter((attempt) => attempt.isEarlier && isCounted(attempt));
  const price =
    failed.length === 0 || !latest
      ? ''
      : describeChanceOfLuck(latest, failed.length + 1, overallLevel(latest, others, input));
  const message = describeAttempts(unpassed);
  const noLimit = limit === undefined && failed.length > 0 ? '; no limit is set (promotion.max_failed_runs)' : '';
  if (limit === undefined || failed.length <= limit) return [met('failed_runs', message + noLimit + price)];
  const mend = failed.some(({ state }) => state === 'unreadable') ? 'mend the lines that cannot be read, ' : '';
  const remedy = `${mend}change what failed (attempts on other files are not counted), resume what was stopped, label what waits, or set promotion.max_failed_runs`;
  return [unmet('failed_runs', `${message}; at most ${limit} may count${price}`, remedy)];
}

function describeAttempts(others: readonly OtherAttempt[]): string {
  const earlier = others.filter(({ isEarlier }) => isEarlier);
  const later = others.filter(({ isEarlier }) => !isEarlier);
  return [
    ...(earlier.length === 0 ? [] : [earlierSentence(earlier)]),
    ...(later.length === 0 ? [] : [`since then: ${listByState(later).join('; ')}`]),
  ].join('; ');
}

function earlierSentence(earlier: readonly OtherAttempt[]): string {
  const counting = earlier.filter(isCounted);
  const others = earlier.filter((attempt) => !isCounted(attempt));
  const attempts = `${earlier.length} earlier ${earlier.length === 1 ? 'attempt' : 'attempts'} on these very files`;
  const isOne = earlier.length === 1;
  if (counting.length === 0) return `${attempts} ${isOne ? 'does' : 'do'} not count: ${listByState(others).join('; ')}`;
  if (others.length === 0) return `${attempts} ${isOne ? 'counts' : 'count'}: ${listByState(counting).join('; ')}`;
  const verb = counting.length === 1 ? 'counts' : 'count';
  return `${counting.length} of ${attempts} ${verb}: ${listByState(counting).join('; ')}; named only, ${listByState(others).join('; ')}`;
}

function listByState(among: readonly OtherAttempt[]): readonly string[] {
  return Object.entries(stateWords).flatMap(([state, phrase]) => {
    const names = among.filter((attempt) => attempt.state === state).map(({ name }) => name);
    return names.length === 0 ? [] : [`${phrase}: ${listNames(names)}`];
  });
}

/**
 * Decides whether every verdict has a level that its attempt number allows. Recounts the attempts, whatever number the row
 * claims. Returns no gate if levels are not corrected for attempts, or no verdict has a level.
 */
function triesGates(latest: FullRun, others: readonly OtherAttempt[], input: EvalGatesInput): readonly Gate[] {
  const { prompt, cases } = input;
  if (prompt.promotion.tries !== 'corrected') return [];
  const verdicts = verdictsOf(latest);
  if (verdicts.length === 0) return [];
  const attempt = attemptOf(others);
  const bad = verdicts.find((verdict) => isTooLarge(verdict, cases, attempt));
  if (!bad) return [met('tries', `${latest.name} is attempt ${attempt} on these files, decided at levels for that`)];
  const allowed = percentText(levelOf(bad, cases) / (attempt * (attempt + 1)));
  const found = `${quoted(bad.case)} was decided at ${percentText(bad.significance_level)}`;
  const message = `${latest.name} is attempt ${attempt} on these files, where ${found}; attempt ${attempt} has at most ${allowed}`;
  return [unmet('tries', message, `${evalRemedy(input)}, whose levels are those of its attempt`)];
}

/**
 * Returns the bound on the level of all attempts on these files together: the largest level in the files for a verdict of the
 * run. null if levels are not corrected, no verdict has a level, or a verdict has a larger level than its attempt allows.
 */
function overallLevel(latest: FullRun, others: readonly OtherAttempt[], input: EvalGatesInput): number | null {
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
 * Describes the chance that at least one of `tries` attempts passes by luck, empty without a level. `ofAll` bounds it if attempt j is decided at
 * `ofAll` / (j (j + 1)): these levels add up to at most `ofAll`, by Bonferroni's inequality.
 */
function describeChanceOfLuck({ significance_level: level }: FullRun, tries: number, ofAll: number | null): string {
  if (ofAll !== null) return `; all attempts together: the chance of a pass by luck is at most ${percentText(ofAll)}`;
  if (level === null) return '';
  const worth = percentText(levelOfAttempts(level, tries));
  return `; ${tries} tries at ${percentText(level)}: the chance of a pass by luck is up to ${worth}`;
}

/** Formats a probability in percent with two significant digits. */
export function percentText(share: number): string {
  return `${Number((100 * share).toPrecision(2))} %`;
}
