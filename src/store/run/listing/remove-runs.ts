import { EvaError } from '#errors/index.js';
import { sizeBelow, throwAway } from '../../trash.js';
import { lockRun } from '../run-lock.js';
import { requireKnownRun, runDirOf, runNames } from '../run-names.js';

export interface RemovedRuns {
  readonly removed: readonly string[];
  /** The size of the removed runs. */
  readonly bytes: number;
  /** The runs that stay, each with its reason. */
  readonly refused: readonly { readonly run_id: string; readonly reason: string }[];
}

/** Removes runs with all their files. Keeps runs that a process works on. Throws EVA_DISK, EVA_ODD_FILE of `.eva/runs/`. */
export function removeRuns(root: string, ids: readonly string[]): RemovedRuns {
  const known = runNames(root);
  const outcomes = ids.map((run_id) => removeRun(root, run_id, known));
  return {
    removed: outcomes.flatMap((one) => ('bytes' in one ? [one.run_id] : [])),
    bytes: outcomes.reduce((sum, one) => sum + ('bytes' in one ? one.bytes : 0), 0),
    refused: outcomes.flatMap((one) => ('reason' in one ? [one] : [])),
  };
}

type Outcome =
  | { readonly run_id: string; readonly bytes: number }
  | { readonly run_id: string; readonly reason: string };

function removeRun(root: string, run_id: string, known: readonly string[]): Outcome {
  try {
    const dir = runDirOf(root, requireKnownRun(run_id, known));
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
