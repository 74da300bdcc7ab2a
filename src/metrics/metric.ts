import type { MetricFacts } from '#model/case/grader.js';
import type { Subject } from '#model/case.js';
import type { Trial, Turn } from '#model/run/trial.js';

/** One measurement, or the reason why the quantity could not be measured, which is not the same as 0. */
export type Measured = { readonly value: number } | { readonly value: null; readonly reason: string };

/** A measured quantity of a trial, or of each of its turns. */
export interface Metric {
  /** The name in files: `per_turn.response_latency`. */
  readonly name: string;
  readonly scope: 'per_turn' | 'per_conversation';
  /** `s`, `characters`, `words`, `tokens`, `turns`, `calls`, `steps` or `USD`. */
  readonly unit: string;
  /** The smallest possible value; default 0. */
  readonly least?: number;
  /** Returns the largest possible value for a subject; null if it is unbounded. */
  readonly capOf: (subject: Subject) => number | null;
  /** Returns one measurement for each turn if the scope is `per_turn`, else exactly one. */
  readonly measure: (trial: Trial) => readonly Measured[];
}

/** Returns a number from a turn's details. Without a number there it returns no value, with `reason`. */
export function detailOf({ details }: Turn, key: string, reason: string): Measured {
  const value = Object.hasOwn(details, key) ? details[key] : undefined;
  return typeof value === 'number' ? { value } : { value: null, reason };
}

/** Returns the sum of several measurements. If one has no value, or the sum is too large for a double, the result has no value. */
export function sumOf(parts: readonly Measured[]): Measured {
  let value = 0;
  for (const part of parts) {
    if (part.value === null) return part;
    value += part.value;
  }
  return Number.isFinite(value) ? { value } : { value: null, reason: 'the sum is too large for a number' };
}

/** Returns the most turns that a trial can have; null for a query, whose trials have no turns. */
export function mostTurns(subject: Subject): number | null {
  if (subject.kind === 'trigger') return null;
  return subject.kind === 'conversation' ? subject.max_turns : 1;
}

/** Returns the bound of one turn times the greatest number of turns; null for a query. */
export function timesTurns(subject: Subject, perTurn: number): number | null {
  const turns = mostTurns(subject);
  return turns === null ? null : turns * perTurn;
}

/** Returns null, the cap of unbounded quantities. */
export const noCap = (): null => null;

/** Returns the properties of a metric in a case that are known before a run. */
export function metricFacts({ name, scope, unit, least = 0, capOf }: Metric, subject: Subject): MetricFacts {
  return { metric: name, scope, unit, least, cap: capOf(subject) };
}
