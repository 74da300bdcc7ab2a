import type { MetricFacts, Subject } from '#model/case.js';
import type { Trial, Turn } from '#model/run/trial.js';

/** One measurement, or why there is none: not measurable is not 0. */
export type Measured = { readonly value: number } | { readonly value: null; readonly reason: string };

/** A measured quantity of a trial: of each of its turns, or of the whole. */
export interface Metric {
  /** As files name it: `per_turn.response_latency`. */
  readonly name: string;
  readonly scope: 'per_turn' | 'per_conversation';
  /** `s`, `characters`, `words`, `tokens`, `turns`, `USD`. */
  readonly unit: string;
  /** The smallest value that can occur; 0 unless set. */
  readonly least?: number;
  /** The largest value that can occur, where something bounds it. */
  readonly capOf: (subject: Subject) => number | null;
  /** One measurement a turn for `per_turn`, else one. */
  readonly measure: (trial: Trial) => readonly Measured[];
}

/** Returns a number of a turn's details; where it is not known, `reason` says why. */
export function detailOf({ details }: Turn, key: string, reason: string): Measured {
  const value = Object.hasOwn(details, key) ? details[key] : undefined;
  return typeof value === 'number' ? { value } : { value: null, reason };
}

/** Returns the sum of several measurements; one that is not known leaves it unknown, for the same reason, and so does a sum beyond all numbers. */
export function sumOf(parts: readonly Measured[]): Measured {
  let value = 0;
  for (const part of parts) {
    if (part.value === null) return part;
    value += part.value;
  }
  return Number.isFinite(value) ? { value } : { value: null, reason: 'the sum is too large for a number' };
}

/** Turns that a trial has at most; null for a query, whose trials have none. */
export function mostTurns(subject: Subject): number | null {
  if (subject.kind === 'trigger') return null;
  return subject.kind === 'conversation' ? subject.max_turns : 1;
}

/** Returns the bound of one turn taken as often as there may be turns; null for a query. */
export function timesTurns(subject: Subject, perTurn: number): number | null {
  const turns = mostTurns(subject);
  return turns === null ? null : turns * perTurn;
}

/** For what nothing bounds. */
export const noCap = (): null => null;

/** Returns the facts about a metric in a case that are known before a run. */
export function metricFacts({ name, scope, unit, least = 0, capOf }: Metric, subject: Subject): MetricFacts {
  return { metric: name, scope, unit, least, cap: capOf(subject) };
}
