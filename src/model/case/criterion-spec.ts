import type { JsonValue } from '../data/json.js';
import type { Place } from '../problem.js';

/** A criterion as a file writes it: its name and its parameters. */
export interface CriterionSpec {
  /** `every_trial`, or the name of a statistical criterion such as `proportion_gte`. */
  readonly criterion: string;
  readonly params: Readonly<Record<string, JsonValue>>;
  /** Overrides the level of the case. */
  readonly significance_level?: number;
  readonly at?: Place;
}
