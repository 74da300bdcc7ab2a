import type { Place } from '../problem.js';

/** `compare:` of eval.yml: the comparison that the prompt needs for `ready`. */
export interface CompareRule {
  /** The version to compare with: `ready`, the id of a prompt, or a git ref. */
  readonly against: string;
  /** The margin. */
  readonly not_worse_by: number;
  /** The names of the cases that decide; null for all. */
  readonly cases: readonly string[] | null;
  /** True if the prompt must be better, not only not worse. */
  readonly better: boolean;
  /** The place of `against`. */
  readonly at: Place;
}

/** The word that names the version which was promoted to `ready` last. */
export const readyVersion = 'ready';
