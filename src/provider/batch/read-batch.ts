import { attemptTexts } from '#errors/failures/attempt.js';
import { EvaError, problem } from '#errors/index.js';
import { groupedDigits } from '#model/text/quoted.js';
import { ProviderFailure } from '../failure.js';
import { type OwnIds, submittedAt } from './batch-log.js';
import type { Batch, BatchResult } from './batches-api.js';
import { type BatchDeps, retryPatiently, waitAfter } from './patience.js';

/**
 * Polls a batch until it has ended. Returns null if its results are deleted. Throws the last `ProviderFailure` after too many in a row
 * or if the batch never ends, EVA_UNKNOWN_BATCH, and the reason of `stop`.
 */
export async function untilEnded(id: string, deps: BatchDeps): Promise<Batch | null> {
  const { now, patience, sleep, stop } = deps;
  const startedAt = now();
  let reported = -1;
  for (let looks = 0; ; looks++) {
    const batch = await lookAt(id, deps);
    if (!batch) requireOld(id, submittedAt(deps.log.notes(), id), deps);
    if (!batch || batch.is_archived) return null;
    if (batch.has_ended) return batch;
    if (now() - startedAt > patience.batchMs) throw endless(patience);
    if (batch.done !== reported) deps.tell({ change: 'progress', id, done: batch.done, total: batch.total });
    reported = batch.done;
    await sleep(waitAfter(looks, patience), stop);
  }
}

/** Returns the failure for a batch that has not ended in time. */
export function endless({ batchMs }: Pick<BatchDeps['patience'], 'batchMs'>): ProviderFailure {
  return new ProviderFailure('timeout', attemptTexts.batch_endless({ hours: batchMs / 3_600_000 }));
}

/** The requests whose results a batch must contain. `mayBeAnother`: the batch was found by its size, and may contain none of them. */
export interface Expected {
  readonly ids: OwnIds | undefined;
  readonly mayBeAnother?: boolean;
}

/**
 * Reads the results of a batch that has ended. Starts again if the connection breaks, so that a result may arrive twice. Throws the last
 * `ProviderFailure` if results are missing: they are paid for and must not be requested again. Compares only the number of results if
 * the requests are unknown.
 */
export async function readResults(
  batch: Batch,
  { ids, mayBeAnother = false }: Expected,
  deps: BatchDeps,
  take: (result: BatchResult) => void,
): Promise<void> {
  const { api, patience, sleep, stop } = deps;
  await retryPatiently({ patience, sleep, signal: stop }, async () => {
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

/** Throws `ProviderFailure` unless all results were found. A batch without requests is an error of the server. */
function requireAll(total: number, found: number): void {
  if (total > 0 && found >= total) return;
  const message = attemptTexts.results_missing({ found: groupedDigits(found), total: requests(total) });
  throw new ProviderFailure('broken_body', message);
}

/** Fetches the state of a batch; null if the provider does not know it after several polls. Throws as `retryPatiently` does. */
export async function lookAt(id: string, { api, patience, sleep, stop }: BatchDeps): Promise<Batch | null> {
  const look = () => orNull(api.retrieve(id, stop));
  for (let looks = 1; ; looks++) {
    const batch = await retryPatiently({ patience, sleep, signal: stop }, look);
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

/** Formats a number of requests: `1 request`, `1,000 requests`. */
function requests(number: number): string {
  return `${groupedDigits(number)} ${number === 1 ? 'request' : 'requests'}`;
}

/** How long the provider keeps the results of a batch, in milliseconds: 29 days. */
const keptMs = 29 * 86_400_000;

/**
 * Throws EVA_UNKNOWN_BATCH for a batch that the provider does not know: the key then belongs to another account. Does not throw if the
 * batch is so old that its results may be deleted. `submittedAt` is ISO 8601.
 */
export function requireOld(id: string, submittedAt: unknown, { date, provider }: BatchDeps): void {
  const age = date().getTime() - Date.parse(String(submittedAt));
  if (age >= keptMs) return;
  throw new EvaError([problem('EVA_UNKNOWN_BATCH', { provider, id })]);
}
