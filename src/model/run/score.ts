import { groupBy } from '../data/collections.js';
/** The part of a response that decided a check: one line of it, with the columns that matter (from 0, end excluded). */
export interface Excerpt {
  readonly text: string;
  /** Line of the response, from 1. */
  readonly line: number;
  readonly mark?: { readonly start: number; readonly end: number };
}

/** What one part of an expectation (a check, the rubric) found in one trial. `holds: null` means ungraded, with the reason. */
export interface Finding {
  /** As the file says it: `contains: "<diff>"`, `rubric`. */
  readonly about: string;
  readonly holds: boolean | null;
  readonly reason: string;
  readonly excerpt?: Excerpt;
  /** The judge's score where there is one (with votes: their median). */
  readonly score?: number;
  readonly votes?: readonly (number | null)[];
  /** What a judge replied where no verdict could be read: the beginning and the end of it. Untrusted. */
  readonly judge_reply?: string;
}

/**
 * A trial's value under one expectation, or why it has none. `failed`: its answer cannot count (refused, cut, empty).
 * `ungraded`: its value could not be found out. Neither is a 0, which may be the best of values.
 */
export type Valued =
  | { readonly value: number }
  | { readonly value: null; readonly why: 'failed' | 'ungraded'; readonly reason: string };

/** A score keeps its trial: turns of one trial are not independent. */
export type Score = ScoreFacts & Valued;

interface ScoreFacts {
  /** Index of the expectation in its case, from 0. */
  readonly expectation: number;
  readonly trial: number;
  /** For what is measured turn by turn: the turn, from 0. */
  readonly turn?: number;
  readonly findings: readonly Finding[];
}

/** The scores of each trial that has some, in their order. */
export function scoresByTrial(scores: readonly Score[]): ReadonlyMap<number, readonly Score[]> {
  return groupBy(scores, ({ trial }) => trial);
}
