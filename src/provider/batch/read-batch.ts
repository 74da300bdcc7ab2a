import { EvaError, problem } from '#errors/index.js';
import { ProviderFailure } from '../failure.js';
import type { BatchDeps } from './batch-deps.js';
import { submittedAt } from './batch-log.js';
import type { Batch, BatchResult } from './batches-api.js';
import type { OwnIds } from './own-ids.js';
import { patiently, waitAfter } from './patience.js';

/**
 * Waits until a batch has ended. Returns null if its results are kept no longer. Throws the last `ProviderFailure` once too many looks
 * have failed in a row or the batch takes longer than any may, EVA_UNKNOWN_BATCH, and the reason of `stop`.
 */
export async function untilEnded(id: string, deps: BatchDeps): Promise<Batch | null> {
  const { now, patience, sleep, stop } = deps;
  const startedAt = now();
  let told = -1;
  for (let looks = 0; ; looks++) {
    const batch = await lookAt(id, deps);
    if (!batch) requireOld(id, submittedAt(deps.log.notes(), id), deps);
    if (!batch || batch.is_archived) return null;
    if (batch.has_ended) return batch;
    if (now() - startedAt > patience.batchMs) throw new ProviderFailure('timeout', 'the batch does not end');
    if (batch.done !== told) deps.tell(`batch ${id}: ${counted(batch.done)} of ${counted(batch.total)} done`);
    told = batch.done;
    await sleep(waitAfter(looks, patience), stop);
  }
}

/** Which results a batch must have. `mayBeAnother`: it was found by its size, and may hold none of them. */
export interface Expected {
  readonly ids: OwnIds | undefined;
  readonly mayBeAnother?: boolean;
}

/**
 * Reads the results of a batch that has ended; if they break off, once more from the start, so that a result may come twice. Throws
 * the last `ProviderFailure` if they never hold every request that was submitted: what is missing was paid for and must not be
 * bought again. If the requests are not known, their number counts.
 */
export async function readResults(
  batch: Batch,
  { ids, mayBeAnother = false }: Expected,
  deps: BatchDeps,
  take: (result: BatchResult) => void,
): Promise<void> {
  const { api, patience, sleep, stop } = deps;
  await patiently({ patience, sleep, signal: stop }, async () => {
    const [own, all] = [new Set<string>(), new Set<string>()];
    for await (const result of api.results(batch.id, stop)) {
      all.add(result.key);
      if (ids?.has(result.key)) own.add(result.key);
      take(result);
    }
    if (ids && (own.size > 0 || !mayBeAnother)) requireAll(ids.size, own.size);
    else requireAll(batch.total, all.size);
  });
}

/** There is no batch without a request: one that counts none is not to be believed. */
function requireAll(total: number, found: number): void {
  if (total > 0 && found >= total) return;
  const counts = `${counted(found)} of ${requests(total)}`;
  throw new ProviderFailure('broken_body', `the results of the batch are not whole: they hold ${counts}`);
}

/** A batch as it is now; null if it is not known, after several looks, since it may be too new for that. Throws as `patiently` does. */
export async function lookAt(id: string, { api, patience, sleep, stop }: BatchDeps): Promise<Batch | null> {
  const look = () => orNull(api.retrieve(id, stop));
  for (let looks = 1; ; looks++) {
    const batch = await patiently({ patience, sleep, signal: stop }, look);
    if (batch || looks >= patience.looks) return batch;
    await sleep(waitAfter(looks - 1, patience), stop);
  }
}

async function orNull(batch: Promise<Batch>): Promise<Batch | null> {
  try {
    return await batch;
  } catch (error) {
    if (error instanceof ProviderFailure && error.status === 404) return null;
    throw error;
  }
}

/** So many requests: `1 request`, `1,000 requests`. */
export function requests(number: number): string {
  return `${counted(number)} ${number === 1 ? 'request' : 'requests'}`;
}

/** A count with its thousands parted: 1,000. */
function counted(number: number): string {
  return number.toLocaleString('en-US');
}

/** How long the provider keeps the results of a batch, in milliseconds: 29 days. */
const keptMs = 29 * 86_400_000;

/**
 * For a batch that the provider does not know, submitted at this time (ISO 8601). Returns if it may have been kept no longer; else
 * throws EVA_UNKNOWN_BATCH, since its replies are paid for and another account has them.
 */
export function requireOld(id: string, submittedAt: unknown, { date, provider }: BatchDeps): void {
  const age = date().getTime() - Date.parse(String(submittedAt));
  if (age >= keptMs) return;
  throw new EvaError([problem('EVA_UNKNOWN_BATCH', { provider, id })]);
}
