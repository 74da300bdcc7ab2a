import type { BatchDeps } from './batch-deps.js';
import type { LostSubmission } from './batch-log.js';
import type { Batch } from './batches-api.js';
import { patiently, waitAfter } from './patience.js';
import { requireOld } from './unknown-batch.js';

type Lost = Pick<LostSubmission, 'count' | 'after' | 'ts'>;

/**
 * The batches that a submission of which nothing is known may have become: newer than the newest before it, of its size, and not
 * `known` to be another one. It is looked for several times, since a server may be at work on what it was sent. Throws as `patiently` does,
 * and EVA_UNKNOWN_BATCH where the account is another one.
 */
export async function findLost(
  lost: Lost,
  known: ReadonlySet<string>,
  deps: BatchDeps,
  signal: AbortSignal,
): Promise<readonly Batch[]> {
  const { api, patience, sleep } = deps;
  for (let look = 1; ; look++) {
    const newer = await patiently({ patience, sleep, signal }, () => api.newerThan(lost.after, signal));
    if (!newer) requireOld(String(lost.after), lost.ts, deps);
    const found = (newer ?? []).filter(({ id, total }) => total === lost.count && !known.has(id));
    if (found.length > 0 || look >= patience.looks) return found;
    await sleep(waitAfter(look - 1, patience), signal);
  }
}
