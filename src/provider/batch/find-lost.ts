import { ProviderFailure } from '../failure.js';
import type { BatchDeps } from './batch-deps.js';
import type { LostSubmission } from './batch-log.js';
import type { Batch } from './batches-api.js';
import { patiently, waitAfter } from './patience.js';
import { lookAt, requireOld } from './read-batch.js';

/** What is known of the batches that a submission may have become. */
export interface Candidates {
  /** Whether the batch of this id is known not to be it. */
  isOther(id: string): boolean;
  /** Reads a batch that has ended. Whether it is the run's; if not, it is another from now on. */
  isOwn(batch: Batch): Promise<boolean>;
}

/**
 * Whether a submission of which nothing is known has become a batch: one that is newer than the newest before it, of its size, and the
 * run's own. It is looked for several times, since a server may be at work on what it was sent, and for as long as one that may be it
 * has not ended. Throws as `patiently` does, a `ProviderFailure` where such a batch takes longer than any may, EVA_UNKNOWN_BATCH where
 * the account is another one, and the reason of `stop`.
 */
export async function findLost(lost: LostSubmission, candidates: Candidates, deps: BatchDeps): Promise<boolean> {
  const { now, patience, sleep, stop, tell } = deps;
  const startedAt = now();
  const open = new Set<string>();
  for (let look = 1; ; look++) {
    const found = look <= patience.looks ? await newerBatches(lost, deps) : [];
    for (const batch of found) {
      if (!mayBe(batch, lost) || candidates.isOther(batch.id) || open.has(batch.id)) continue;
      if (!batch.has_ended) tell(`batch ${batch.id} may be this run's: it is waited for, to see`);
      open.add(batch.id);
    }
    if (await isOneOwn(open, candidates, deps)) return true;
    if (open.size === 0 && look >= patience.looks) return false;
    if (now() - startedAt > patience.batchMs) throw new ProviderFailure('timeout', 'the batch does not end');
    await sleep(waitAfter(look - 1, patience), stop);
  }
}

/** Whether one of those that have ended by now is the run's. Leaves in `open` those that have not. */
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
  const newer = await patiently({ patience, sleep, signal: stop }, () => api.newerThan(after, stop));
  if (!newer) requireOld(String(after), ts, deps);
  return newer ?? [];
}

/** What is kept no longer cannot be read. */
function mayBe({ is_archived, total }: Batch, { count }: LostSubmission): boolean {
  return total === count && !is_archived;
}
