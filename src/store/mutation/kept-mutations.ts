import { orNull } from '#errors/index.js';
import type { ListedRun } from '../run/listing/run-list.js';
import { type RemovedRuns, removeLocked } from '../run/remove-locked.js';
import { holderOfRun } from '../run/run-lock.js';
import { runBegan } from '../run/run-names.js';
import { sizeBelow } from '../trash.js';
import { listMutations } from './mutation-folder.js';

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
  const dirs = new Map(listMutations(root).map(({ name, dir }) => [name, dir]));
  const known = names.filter((name) => dirs.has(name));
  return removeLocked(root, known, (name) => dirs.get(name) ?? '');
}
