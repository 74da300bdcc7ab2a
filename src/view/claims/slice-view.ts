import type { Outcome } from '#model/run/verdict.js';
import type { Text } from '../text.js';
import type { Claim, Found } from './claim-view.js';

/** The slices of one field as claims, the worst first: failed, inconclusive, passed, those that are only reported. */
export interface SliceField {
  readonly field: Text;
  /** null for slices that are only reported. */
  readonly must: 'pass' | 'not_fail' | null;
  /** The rule in words: `at least 85% of items are right`; null without one. */
  readonly claim: Text | null;
  readonly bar: Text | null;
  /** Whether the slices do what they must; null without a rule or before the case is settled. */
  readonly holds: boolean | null;
  /** What the marks say beside the figures: that they are corrected for the number of slices. null if they need no explanation. */
  readonly note: Text | null;
  readonly rows: readonly SliceClaim[];
}

/** The claim of one slice. Its outcome takes account of all slices of the field; null if it is only reported. */
export interface SliceClaim extends Pick<Claim, 'range' | 'bar' | 'bound' | 'sentence' | 'failed' | 'ungraded'> {
  readonly value: Text;
  readonly outcome: Outcome | null;
  /** Why the outcome differs from the range, or what it means: `too few to show`. null if figures and mark agree. */
  readonly remark: Text | null;
  readonly found: Found;
  readonly asked: number;
  readonly used: number;
  /** Set if the outcome allows for several slices. */
  readonly adjusted?: 'holm';
}
