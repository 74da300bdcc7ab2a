import { ProviderFailure } from '../failure.js';
import { isFatal } from '../retry/fatal-failure.js';
import type { BatchDeps } from './batch-deps.js';
import type { LostSubmission } from './batch-log.js';
import type { Batch, Chunk } from './batches-api.js';
import { OwnIds } from './own-ids.js';
import { retryPatiently, waitOf } from './patience.js';

/**
 * Writes a note to the journal, then submits one batch. If the outcome of an attempt is unknown, searches for the batch before the next
 * attempt. Returns null if it was found and read. Throws the last `ProviderFailure`, the reason of `signal`, and the errors of `hasArrived`.
 */
export async function submitBatch(
  chunk: Chunk,
  submission: number,
  hasArrived: (lost: LostSubmission) => Promise<boolean>,
  deps: BatchDeps,
): Promise<Batch | null> {
  const { api, date, log, patience, provider, signal, sleep, stop } = deps;
  const count = chunk.calls.length;
  const newest = await retryPatiently({ patience, sleep, signal: stop }, () => api.newest(stop));
  stop.throwIfAborted();
  const after = newest?.id ?? null;
  const ts = date().toISOString();
  const ids = new OwnIds(chunk.calls.map(({ key }) => key)).toNote();
  log.note({ note: 'batch_submitting', provider, submission, count, after, ts, ids });
  for (let failures = 1; ; failures++) {
    try {
      const batch = await api.create(chunk, signal);
      log.note({ note: 'batch_submitted', provider, submission, id: batch.id, ts: date().toISOString() });
      return batch;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ProviderFailure)) throw error;
      if (mayExist(error) && (await hasArrived({ submission, count, after, ts, ids }))) return null;
      if (isFatal(error.kind) || failures >= patience.failures) {
        log.note({ note: 'batch_not_submitted', provider, submission });
        throw error;
      }
      await sleep(waitOf(error, failures, patience), stop);
    }
  }
}

/** Returns true if the batch may exist in spite of the failure: only a refusal (status below 500) rules that out. */
function mayExist({ status }: ProviderFailure): boolean {
  return status === undefined || status >= 500;
}
