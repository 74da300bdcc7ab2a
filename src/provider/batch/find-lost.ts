import type { BatchDeps } from './batch-deps.js';
import { batchLines } from './batch-lines.js';
import type { LostSubmission } from './batch-log.js';
import type { Batch } from './batches-api.js';
import { retryPatiently, waitAfter } from './patience.js';
import { endless, lookAt, requireOld } from './read-batch.js';

/** Tells the run's own batches from others. */
export interface Candidates {
  /** Returns true if the batch of this id is known to be another one. */
  isOther(id: string): boolean;
  /** Reads a batch that has ended and returns true if it is the run's. If not, it counts as another one from then on. */
  isOwn(batch: Batch): Promise<boolean>;
}

/**
 * Returns true if a lost submission has become a batch: a newer one than the newest before it, of its size, with requests of the run.
 * Looks several times, since a server may still work on the submission, and waits for candidates to end. Throws as `retryPatiently`
 * does, `ProviderFailure` if a candidate never ends, EVA_UNKNOWN_BATCH if the account is another one, and the reason of `stop`.
 */
export async function findLost(lost: LostSubmission, candidates: Candidates, deps: BatchDeps): Promise<boolean> {
  const { now, patience, sleep, stop, tell } = deps;
  const startedAt = now();
  const open = new Set<string>();
  for (let look = 1; ; look++) {
    const found = look <= patience.looks ? await newerBatches(lost, deps) : [];
    for (const batch of found) {
      if (!mayBe(batch, lost) || candidates.isOther(batch.id) || open.has(batch.id)) continue;
      if (!batch.has_ended) tell(batchLines.candidate({ id: batch.id }));
      open.add(batch.id);
    }
    if (await isOneOwn(open, candidates, deps)) return true;
    if (open.size === 0 && look >= patience.looks) return false;
    if (now() - startedAt > patience.batchMs) throw endless(patience);
    await sleep(waitAfter(look - 1, patience), stop);
  }
}

/** Returns true if one of the ended candidates is the run's. Leaves in `open` those that have not ended. */
async function isOneOwn(open: Set<string>, candidates: Candidates, deps: BatchDeps): Promise<boolean> {
  for (const id of open) {
    const batch = await lookAt(id, deps);
    if (batch && !batch.is_archived && !batch.has_ended) continue;
    open.delete(id);
    if (batch && !batch.is_archived && (await candidates.isOwn(batch))) return true;
  }
  return false;
}

async function newerBatches({ after, ts }: LostSubmission, deps: BatchDeps): Promise<readonly Batch[]> {
  const { api, patience, sleep, stop } = deps;
  const newer = await retryPatiently({ patience, sleep, signal: stop }, () => api.newerThan(after, stop));
  if (!newer) requireOld(String(after), ts, deps);
  return newer ?? [];
}

/** Returns true if a batch has the size of the submission and its results can still be read. */
function mayBe({ is_archived, total }: Batch, { count }: LostSubmission): boolean {
  return total === count && !is_archived;
}
