import type { Evidence } from '#model/run/run.js';
import { clockSkewMs } from '#store/files/jsonl.js';
import { otherAttempts } from '../attempts/other-attempts.js';
import { type FullRun, latestFullRun } from '../full-run.js';
import { attemptsGates } from './attempts-gate.js';
import { type EvalGatesInput, evalRemedy, type Gate, met, unmet } from './gate.js';
import { freshGate, noRun, passGate } from './pass-gate.js';
import { realGate, serversGates, writtenGate } from './real-gate.js';
import { triesGates } from './tries-gate.js';

/** Decides the gates of `tested`: the most recent full run passed with the current files, and no person wrote its replies. */
export function testedEvalGates(input: EvalGatesInput): readonly Gate[] {
  const latest = latestFullRun(input.prompt.id, input.runs);
  return [...passingRunGates(input), ...(latest?.evidence ? [writtenGate(latest, latest.evidence, input)] : [])];
}

/** Decides whether the most recent full run passed with the current files. */
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
export function logGate(line: number, input: EvalGatesInput): Gate {
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
export function ageGate(latest: FullRun, evidence: Evidence, input: EvalGatesInput): Gate {
  const { prompt, now } = input;
  const remedy = `${evalRemedy(input)} --no-cache`;
  const dates = [latest.ts, evidence.oldest_reply ?? latest.ts];
  const times = dates.map((date) => Date.parse(date));
  if (times.some(Number.isNaN)) return unmet('age', `${latest.name} has no readable date`, remedy);
  if (Math.max(...times) > now.getTime() + clockSkewMs) {
    return unmet('age', `${latest.name} is dated in the future`, `set the clock right, then ${remedy}`);
  }
  return limitAge(latest.name, (now.getTime() - Math.min(...times)) / dayMs, prompt.promotion.max_age_days, remedy);
}

function limitAge(name: string, days: number, limit: number | undefined, remedy: string): Gate {
  const age = `the oldest reply of ${name} is ${inDays(days)} old`;
  if (limit === undefined) return met('age', age);
  if (days <= limit) return met('age', `${age}, and may be ${inDays(limit)}`);
  return unmet('age', `${age}, and may be at most ${inDays(limit)}`, remedy);
}

function inDays(days: number): string {
  const whole = Math.max(0, Math.floor(days));
  return `${whole} ${whole === 1 ? 'day' : 'days'}`;
}
