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

/** How a side of a comparison is named. */
export interface SideName {
  /** As shown: `main (4f2a9c1)`, `working tree`, `ready (4f2a9c1)`, or the name of a model, a prompt or a run. */
  readonly label: string;
  readonly kind: 'tree' | 'ref' | 'ready' | 'model' | 'prompt' | 'run';
  /** The id of the prompt. */
  readonly id: string;
  readonly ref?: string;
  readonly commit?: string;
  readonly model?: string;
}

/** The side of a comparison that a run answers for. It is part of the plan of that run, and of no digest. */
export interface CompareFacts extends SideName {
  /** The id of the comparison, which is in the plans of both sides. */
  readonly comparison: string;
  readonly side: 'a' | 'b';
  /** The word that named A: `main`, `ready`, an id, a model. */
  readonly against: string;
  readonly margin: number;
  readonly alpha: number;
  /** The number of the comparison for which `alpha` is corrected; absent if it is not. */
  readonly try?: number;
  /** The noted whole run whose trials count for this side; null if all are asked. */
  readonly from_run: string | null;
  /** The command that compares the same sides again: `eva compare summary main`. */
  readonly command: string;
}
