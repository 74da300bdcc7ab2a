import type { Place } from '../problem.js';
import type { ReplySource } from '../reply/exchange.js';
import type { PaidCost, UsageTotal } from '../reply/price.js';

/** The ways to change a body, in the order in which they are listed. */
export const mutationKinds = [
  'drop_rule',
  'drop_sentence',
  'negate',
  'swap_number',
  'remove_example',
  'blank_input',
] as const;
export type MutationKind = (typeof mutationKinds)[number];

/** A piece of the changed part of a body, for showing the change. */
export interface ChangePiece {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** A mutant of a body, as it is shown. */
export interface MutantFacts {
  /** The first 8 hex digits of the sha256 of its kind and its body. */
  readonly id: string;
  readonly kind: MutationKind;
  /** The place of the change in the files of the prompt. */
  readonly at: Place;
  readonly change: readonly ChangePiece[];
}

/**
 * The end of a mutant: a case did not pass (`killed`), every case passed (`survived`), replies are missing (`unknown`), the provider rejects its
 * request (`rejected`), or mutations.yml says that it means the same as the body (`equivalent`).
 */
export type MutantEnd =
  | { readonly result: 'killed'; readonly killed_by: string }
  | { readonly result: 'survived' }
  | { readonly result: 'unknown'; readonly why: string }
  | { readonly result: 'rejected'; readonly why: string }
  | { readonly result: 'equivalent'; readonly because: string };

export type MutantResult = MutantFacts & MutantEnd;

/** Why a case of a prompt was not asked about its mutants. */
export type CaseLeftOut = 'failed' | 'missing' | 'look' | 'trigger' | 'application';

/** The mutants that were chosen by `--sample`. */
export interface MutantSample {
  readonly size: number;
  readonly seed: number;
  /** The number of mutants that it was drawn from. */
  readonly of: number;
}

/** The share of killed mutants. */
export interface MutationScore {
  readonly killed: number;
  /** The number of killed and survived mutants. */
  readonly of: number;
  /** null without any, and while replies are missing. */
  readonly value: number | null;
  /** The lower bound at confidence 0.95, of all mutants that the sample was drawn from; without a sample, of mutants such as these. */
  readonly lower: number | null;
}

/** The run whose passed cases were asked about the mutants. */
export interface MutationBase {
  readonly run_id: string;
  readonly ts: string;
  /** True if a person wrote at least one of its replies by hand. */
  readonly synthetic: boolean;
  /** True if one of its replies is older than the run. */
  readonly replayed: boolean;
}

/** The plan of a mutation run, made without a call. */
export interface MutationPlan {
  readonly id: string;
  readonly base: MutationBase;
  readonly kinds: readonly MutationKind[];
  readonly sample: MutantSample | null;
  /** The cases that are asked, in their order. */
  readonly cases: readonly string[];
  readonly left_out_cases: readonly { readonly case: string; readonly why: CaseLeftOut }[];
  /** The number of mutants that are run, by kind. */
  readonly mutants: Readonly<Partial<Record<MutationKind, number>>>;
  readonly equivalent: number;
  /** The number of further possible mutants beyond the limit. */
  readonly beyond_limit: number;
  /** Upper bounds, without retries: every mutant survives. `cost_usd` is null if it has no bound. */
  readonly at_most: { readonly calls: number; readonly cost_usd: number | null };
  /** The same if each case asks as often as in the last run. `cost_usd` is null without a comparable run whose cost is known. */
  readonly about: { readonly calls: number; readonly cost_usd: number | null };
}

/** The result of `eva mutate`. */
export interface MutationReport extends Omit<MutationPlan, 'mutants' | 'equivalent' | 'at_most' | 'about'>, PaidCost {
  readonly schema: 'eva-mutation/1';
  readonly ts: string;
  readonly eva_version: string;
  /** `unfinished` if a mutant is `unknown`. */
  readonly state: 'finished' | 'unfinished';
  readonly score: MutationScore;
  /** In the order of the body. */
  readonly mutants: readonly MutantResult[];
  readonly replies: Readonly<Record<ReplySource, number>>;
  readonly usage: UsageTotal;
  readonly duration_s: number;
}
