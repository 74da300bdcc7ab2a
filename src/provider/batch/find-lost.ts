import type { BatchDeps } from './batch-deps.js';
import { batchLines } from './batch-lines.js';
import type { LostSubmission } from './batch-log.js';
import type { Batch } from './batches-api.js';
import { retryPatiently, waitAfter } from './patience.js';
import { endless, lookAt, requireOld } from './read-batch.js';

/** Distinguishes the run's own batches from others of the account. */
export interface Candidates {
  /** Returns true if the batch with this id is known not to belong to the run. */
  isOther(id: string): boolean;
  /** Reads a batch that has ended and returns true if it belongs to the run. If it does not, `isOther` returns true for it from then on. */
  isOwn(batch: Batch): Promise<boolean>;
}

/**
 * Returns true if a lost submission reached the provider: the account has a newer batch of the same size with requests of the run.
 * Looks several times, since the server may still work on the submission, and waits for candidates to end. Throws as `retryPatiently`
 * does, `ProviderFailure` if a candidate never ends, EVA_UNKNOWN_BATCH if the key belongs to another account, and the reason of `stop`.
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

/** Returns true if one of the ended candidates belongs to the run. Leaves in `open` the candidates that have not ended. */
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
