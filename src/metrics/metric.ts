import type { Subject } from '#model/case.js';
import type { Trial } from '#model/run/trial.js';

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
