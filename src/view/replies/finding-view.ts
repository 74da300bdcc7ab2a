import type { Text } from '../text.js';

/** Identifies a part of an expectation by data instead of a sentence. */
export interface Part {
  readonly kind: PartKind;
  readonly expectation: number;
  /** The index of the check in its expectation. */
  readonly check?: number;
  /** The index of the rubric in a list of several. */
  readonly rubric?: number;
}

/** `answer`: whether there is a usable response. `value`: a metric, or whether there is a value at all. */
export type PartKind = 'check' | 'rubric' | 'behavior' | 'trigger' | 'value' | 'answer';

export interface ScoreScale {
  readonly best: number;
  readonly needs: number;
}

export interface FindingView extends Part {
  readonly mark: 'passed' | 'failed' | 'ungraded';
  readonly about: Text;
  readonly reason: Text;
  /** The decisive part of the response of a turn. */
  readonly span?: ReplySpan;
  /** The decisive line, for a reply whose text is omitted. */
  readonly excerpt?: ExcerptView;
  readonly score?: number;
  readonly scale?: ScoreScale;
  readonly votes?: readonly (number | null)[];
  /** The reply of a judge without a readable verdict. */
  readonly judge_reply?: Text;
  /** The piece of the reply that the check saw, if the check names one of its own. */
  readonly extracted?: Text;
  /** The checks that an `at_least` counts. */
  readonly counted?: CountedView;
  /** The measured value in its unit; `turn` is counted from 0. */
  readonly value?: number;
  readonly unit?: Text;
  readonly turn?: number;
}

/** The checks that an `at_least` counts, and how many of them must hold. */
export interface CountedView {
  readonly least: number;
  readonly checks: readonly Pick<FindingView, 'mark' | 'about' | 'reason'>[];
}

/** A range in the response of a turn, in UTF-16 units, end excluded. */
export interface ReplySpan {
  readonly turn: number;
  readonly start: number;
  readonly end: number;
}

/** One line of the responses, counted from 1, with offsets in it. */
export interface ExcerptView {
  readonly line: number;
  readonly text: Text;
  readonly mark?: { readonly start: number; readonly end: number };
}
