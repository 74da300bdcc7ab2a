import type { Prompt } from '#model/prompt.js';
import type { Evidence } from '#model/run/run.js';
import type { FullRun } from './full-run.js';
import { type Gate, met, unmet } from './gate.js';

const dayMs = 24 * 60 * 60 * 1000;
/** Clocks of two machines may differ by this much. */
const clockSkewMs = 5 * 60 * 1000;

/** Whether the evidence is young enough: it is as old as its oldest reply. A date in the future is no date. */
export function ageGate(latest: FullRun, evidence: Evidence, prompt: Prompt, now: Date): Gate {
  const remedy = `run: eva eval ${prompt.id}`;
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
