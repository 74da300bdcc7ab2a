import type { ItemChoice } from '#model/run/sample.js';
import type { RunOptions, RunWorld } from '../run-options.js';

/** The options of `eva compare`. */
export interface CompareOptions extends RunWorld, Pick<RunOptions, 'budget' | 'replay' | 'trust'> {
  /** The words after the id, at most two. */
  readonly words: readonly string[];
  /** At most two variants or models: one for both sides, or one for each. */
  readonly models?: readonly string[];
  /** The names of the cases to compare; by default those of `compare:`, else all. */
  readonly cases?: readonly string[];
  readonly items?: ItemChoice | undefined;
  /** The margin; by default that of `compare:`, else 0.05. */
  readonly margin?: number | undefined;
  /** True if an earlier comparison is continued or shown, so that the level of a further attempt refuses nothing. */
  readonly has_begun?: boolean;
  /** Receives a function that removes private folders, before the first is made: for a process that leaves without waiting. */
  readonly onOpen?: (close: () => void) => void;
}
