import type { ChangePiece, MutantFacts, MutationKind } from '#model/run/mutation.js';

/** A part of one of the texts of a body. `text` counts from 0 in the order of `bodyTexts`; offsets are UTF-16 units. */
export interface Span {
  readonly text: number;
  readonly start: number;
  readonly end: number;
}

/** Replaces a part of a text of a body. */
export interface Edit extends Span {
  readonly with: string;
}

/** A change that a kind proposes. It may break a placeholder, or change nothing; `mutantsOf` drops it then. */
export interface Candidate {
  readonly kind: MutationKind;
  readonly edits: readonly Edit[];
  /** The number of a message to remove together with the next one; absent unless an exchange of messages.yml is removed. */
  readonly exchange?: number;
  /** The input whose placeholders are removed; absent for all other kinds. */
  readonly blanked?: string;
  readonly at: Span;
  readonly change: readonly ChangePiece[];
}

/** A changed body. */
export interface Mutant extends MutantFacts {
  readonly candidate: Candidate;
}

/** The mutants of a body, in the order of their places. */
export interface Mutants {
  readonly mutants: readonly Mutant[];
  /** The number of possible mutants beyond the limit, which were not made. */
  readonly left_out: number;
}
