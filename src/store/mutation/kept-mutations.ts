import { EvaError, orNull } from '#errors/index.js';
import type { RemovedRuns } from '../run/listing/kept-runs.js';
import type { ListedRun } from '../run/listing/run-list.js';
import { holderOfRun, lockRun } from '../run/run-lock.js';
import { runBegan } from '../run/run-names.js';
import { sizeBelow, throwAway } from '../trash.js';
import { listMutations, type StoredMutation } from './mutation-folder.js';

/** A mutation run, listed as a run. */
export interface ListedMutation extends ListedRun {
  readonly isMutation: true;
}

/** Lists the mutation runs of a library as runs, oldest first, with their sizes. One without settings cannot be continued, so it is done. */
export function listMutationRuns(root: string): readonly ListedMutation[] {
  return listMutations(root).map(({ name, dir, settings, state }) => {
    const holder = orNull(() => holderOfRun(dir));
    const isDone = settings === null || state === 'finished';
    return {
      isMutation: true,
      run_id: name,
      id: settings?.id ?? null,
      state: holder ? 'running' : isDone ? 'finished' : 'unfinished',
      pid: holder?.pid ?? null,
      began: runBegan(name),
      isDone,
      bytes: orNull(() => sizeBelow(dir).bytes) ?? 0,
      shard: null,
      isReplay: false,
      isMerged: false,
    };
  });
}

/** Removes mutation runs with all their files. Keeps those that a process works on. Throws EVA_DISK, EVA_ODD_FILE of `.eva/mutations/`. */
export function removeMutations(root: string, names: readonly string[]): RemovedRuns {
  const known = listMutations(root).filter(({ name }) => names.includes(name));
  const outcomes = known.map((one) => removeMutation(root, one));
  return {
    removed: outcomes.flatMap((one) => ('bytes' in one ? [one.run_id] : [])),
    bytes: outcomes.reduce((sum, one) => sum + ('bytes' in one ? one.bytes : 0), 0),
    refused: outcomes.flatMap((one) => ('reason' in one ? [one] : [])),
  };
}

type Outcome =
  | { readonly run_id: string; readonly bytes: number }
  | { readonly run_id: string; readonly reason: string };

function removeMutation(root: string, { name, dir }: StoredMutation): Outcome {
  try {
    const { bytes } = sizeBelow(dir);
    const lock = lockRun(dir, name, () => undefined);
    try {
      throwAway(root, dir);
    } finally {
      lock.release();
    }
    return { run_id: name, bytes };
  } catch (error) {
    if (error instanceof EvaError) return { run_id: name, reason: error.message };
    throw error;
  }
}
