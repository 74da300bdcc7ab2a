/**
 * The misses of a claim about passes in the order of its units, with the rule of its test: what passes, and what ends the case without a pass. A
 * unit without a value is a miss. Entry t - 1 of a rule is about the first t units.
 */
export interface ClaimPath {
  /** The greatest number of units, and the number that the claim used. */
  readonly n: number;
  readonly used: number;
  /** The numbers of the units that missed, from 1, in order. */
  readonly misses: readonly number[];
  /** The most misses with which the claim passes; null where it cannot pass yet. */
  readonly pass: readonly (number | null)[];
  /** The fewest misses that end it without a pass; null where none do. */
  readonly stop: readonly (number | null)[];
  /** The most misses that still allow a pass, for a test that ends with the next one; null for other tests. */
  readonly limit: number | null;
}
