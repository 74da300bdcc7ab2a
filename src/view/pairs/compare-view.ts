import type {
  PairCounts,
  PairOutcome,
  PairSlice,
  PairUnit,
  SideFacts,
  UnpairedItems,
} from '#model/pairs/comparison.js';
import type { Text } from '../text.js';
import type { Fact, Next, ViewFlag, ViewOutcome, viewSchema } from '../view.js';
import type { CaseStanding } from './listed-cases.js';

/** A comparison of two versions as data for reporters. */
export interface CompareView {
  readonly schema: typeof viewSchema;
  readonly kind: 'compare';
  /** The id of B's prompt. */
  readonly title: Text;
  /** When it began, ISO 8601. */
  readonly started_at: string;
  /** `passed`: B is better or not worse. */
  readonly outcome: ViewOutcome;
  /** null if replies are missing. */
  readonly verdict: PairOutcome | null;
  /** True if both sides have the same prompt and models, so that nothing was asked. */
  readonly same: boolean;
  /** The verdict: `support-triage: the working tree is not worse than main`. */
  readonly headline: Text;
  /** What is shown and what is not. */
  readonly sentence: Text;
  /** The cases that need attention, at most five, the worst first. */
  readonly reasons: readonly CompareReason[];
  readonly flags: readonly ViewFlag[];
  /** The flags in sentences. */
  readonly notes: readonly Text[];
  readonly a: SideView;
  readonly b: SideView;
  /** The greatest allowed loss, from 0 to 1. */
  readonly margin: number;
  readonly margin_words: string;
  readonly significance_level: number;
  readonly cases: readonly PairCaseView[];
  /** The pairs of all cases in which B is better, and worse, than A. */
  readonly changed: { readonly better: number; readonly worse: number };
  /** The lines of the prompt that differ; null if the bodies were not read or are equal. */
  readonly prompt: PromptChanges | null;
  readonly facts: readonly Fact[];
  readonly exit_code: number;
  readonly next: readonly Next[];
}

/** A case that needs attention. */
export interface CompareReason {
  readonly mark: ViewOutcome;
  readonly subject: Text;
  readonly text: readonly Text[];
  readonly href: string;
}

export interface SideView extends Pick<SideFacts, 'kind' | 'kept' | 'asked'> {
  /** As shown beside its letter: `main (4f2a9c1)`. */
  readonly label: Text;
  /** Its name in a sentence: `the working tree`. */
  readonly name: Text;
  readonly id: Text;
  readonly run_id: Text;
  readonly synthetic: boolean;
}

/** A case of a comparison. A number that does not exist, or is not valid after an early stop, is null. */
export interface PairCaseView {
  /** The case in URLs: letters and digits. */
  readonly key: string;
  readonly name: Text;
  readonly outcome: ViewOutcome;
  readonly standing: CaseStanding;
  /** How it came out: `not worse, shown with the others`. */
  readonly words: Text;
  /** The figures, a line each: both sides, the difference, the pairs that changed, and what they do not say. */
  readonly lines: readonly Text[];
  readonly measure: 'right' | 'score';
  readonly unit: PairUnit;
  readonly decides: boolean;
  readonly n: number;
  readonly used: number;
  readonly a: number | null;
  readonly b: number | null;
  /** B - A with its bounds, and the greatest allowed loss as a negative number. */
  readonly change: ChangeRow;
  readonly better: number;
  readonly worse: number;
  readonly same: number;
  readonly counts: PairCounts | null;
  readonly missing: number;
  readonly unpaired: UnpairedItems;
  readonly slices: readonly PairSliceField[];
}

/** The difference of a case from -1 to 1. */
export interface ChangeRow {
  readonly difference: number | null;
  readonly lower: number | null;
  readonly upper: number | null;
  readonly bar: number;
  /** False if no bound is valid. */
  readonly holds: boolean;
  readonly sentence: Text;
}

/** The slices of one field on both sides. They decide nothing. */
export interface PairSliceField {
  readonly field: Text;
  readonly rows: readonly (Pick<PairSlice, 'pairs' | 'k_a' | 'k_b' | 'a' | 'b'> & { readonly value: Text })[];
}

/** The changed lines of a prompt with some lines around them. */
export interface PromptChanges {
  readonly added: number;
  readonly removed: number;
  readonly lines: readonly PromptLine[];
}

/** `gap`: unchanged lines were left out; `text` says how many. */
export interface PromptLine {
  readonly change: 'added' | 'removed' | 'same' | 'gap';
  readonly text: Text;
}
