import { groupBy } from '../data/collections.js';
import type { ClassAnswer } from '../dataset.js';

/** The line of a response that decided a check, and the marked columns (from 0, end excluded). */
export interface Excerpt {
  readonly text: string;
  /** The number of the line in the response, from 1. */
  readonly line: number;
  readonly mark?: { readonly start: number; readonly end: number };
}

/** The result of one part of an expectation (a check, the rubric) in one trial. `holds: null` means ungraded; `reason` says why. */
export interface Finding {
  /** Its key and value in the file: `contains: "<diff>"`, `rubric`. */
  readonly about: string;
  readonly holds: boolean | null;
  readonly reason: string;
  readonly excerpt?: Excerpt;
  /** The judge's score; the median of several votes. */
  readonly score?: number;
  readonly votes?: readonly (number | null)[];
  /** The beginning and the end of a judge's reply without a readable verdict. Untrusted text. */
  readonly judge_reply?: string;
}

/**
 * A trial's value under one expectation, or the reason why it has none. `failed`: its response is refused, truncated or empty.
 * `ungraded`: its value could not be determined. Neither counts as 0, which can be the best value.
 */
export type Valued =
  | { readonly value: number }
  | { readonly value: null; readonly why: 'failed' | 'ungraded'; readonly reason: string };

/** A value with its trial: turns of one trial are not independent. */
export type Score = ScoreFacts & Valued;

interface ScoreFacts {
  /** The index of the expectation in its case, from 0. */
  readonly expectation: number;
  readonly trial: number;
  /** The turn, from 0, for per-turn metrics. */
  readonly turn?: number;
  /** For expectations about classes, also if the trial has no value. */
  readonly classes?: ClassAnswer;
  readonly findings: readonly Finding[];
}

/** Groups scores by trial; keeps the order. */
export function scoresByTrial(scores: readonly Score[]): ReadonlyMap<number, readonly Score[]> {
  return groupBy(scores, ({ trial }) => trial);
}
