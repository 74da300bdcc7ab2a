import { EvaError } from '#errors/index.js';
import { sizeBelow, throwAway } from '../trash.js';
import { lockRun } from './run-lock.js';

/** The runs that were removed, and those that stay. */
export interface RemovedRuns {
  readonly removed: readonly string[];
  /** The size of the removed runs. */
  readonly bytes: number;
  /** The runs that stay, each with its reason. */
  readonly refused: readonly { readonly run_id: string; readonly reason: string }[];
}

/** Removes the folders of runs with all their files. Keeps those that a process works on, and those whose folder `dirOf` refuses. */
export function removeLocked(root: string, ids: readonly string[], dirOf: (run_id: string) => string): RemovedRuns {
  const outcomes = ids.map((run_id) => removeOne(root, run_id, dirOf));
  return {
    removed: outcomes.flatMap((one) => ('bytes' in one ? [one.run_id] : [])),
    bytes: outcomes.reduce((sum, one) => sum + ('bytes' in one ? one.bytes : 0), 0),
    refused: outcomes.flatMap((one) => ('reason' in one ? [one] : [])),
  };
}

type Outcome =
  | { readonly run_id: string; readonly bytes: number }
  | { readonly run_id: string; readonly reason: string };

function removeOne(root: string, run_id: string, dirOf: (run_id: string) => string): Outcome {
  try {
    const dir = dirOf(run_id);
    const { bytes } = sizeBelow(dir);
    const lock = lockRun(dir, run_id, () => undefined);
    try {
      throwAway(root, dir);
    } finally {
      lock.release();
    }
    return { run_id, bytes };
  } catch (error) {
    if (error instanceof EvaError) return { run_id, reason: error.message };
    throw error;
  }
}
