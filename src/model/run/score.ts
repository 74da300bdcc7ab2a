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
  /** The beginning of the piece of the reply that the check saw, if the check names one of its own and it is not the whole reply. */
  readonly extracted?: string;
  /** The checks that an `at_least` counts. Absent for other checks. */
  readonly counted?: CountedChecks;
}

/** The checks that an `at_least` counts, and how many of them must hold. */
export interface CountedChecks {
  readonly least: number;
  readonly checks: readonly Pick<Finding, 'about' | 'holds' | 'reason'>[];
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
  /** The beginning of the piece of the reply that checks and rubrics saw, if it is not the whole reply. */
  readonly extracted?: string;
  readonly findings: readonly Finding[];
}

/** The scores of each trial, in order; undefined for a trial without scores. */
export type ScoresByTrial = Pick<ReadonlyMap<number, readonly Score[]>, 'get'>;

/** Groups scores by trial. Builds nothing if they are in the order of trials, since there can be many. */
export function scoresByTrial(scores: readonly Score[]): ScoresByTrial {
  const isInOrder = scores.every(({ trial }, at) => trial >= (scores[at - 1]?.trial ?? 0));
  if (!isInOrder) return groupBy(scores, ({ trial }) => trial);
  return {
    get: (trial) => {
      const own = scores.slice(firstFrom(scores, trial), firstFrom(scores, trial + 1));
      return own.length > 0 ? own : undefined;
    },
  };
}

/** Returns the index of the first score of this trial or a later one. */
function firstFrom(scores: readonly Score[], trial: number): number {
  let [low, high] = [0, scores.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((scores[middle]?.trial ?? 0) < trial) low = middle + 1;
    else high = middle;
  }
  return low;
}
