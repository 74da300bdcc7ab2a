import { EvaError, problem } from '#model/problem.js';
import type { ModelRequest, Reply } from '#model/reply/exchange.js';
import { attemptTexts } from '#model/reply/failed-attempt.js';
import type { BatchChange } from '#model/run/notice.js';
import { groupedDigits, short } from '#model/text/quoted.js';
import { ProviderFailure } from '../provider.js';
import { isFatal } from '../wrappers/fatal-failures.js';
import type { BatchAdmission, Sleep } from '../wrappers/limits.js';
import { type BatchLog, type OwnIds, submittedAt } from './batch-log.js';
import type { WaitingCall } from './waiting-calls.js';

/** A batch as its provider describes it. */
export interface Batch {
  readonly id: string;
  readonly has_ended: boolean;
  readonly total: number;
  /** Number of its requests that the provider has finished. */
  readonly done: number;
  /** True if the provider has deleted its results. */
  readonly is_archived: boolean;
}

export interface Chunk {
  readonly calls: readonly WaitingCall[];
  readonly bytes: number;
}

/** The result of one request of a batch: a failure, or a reply that is not parsed yet. */
export type BatchResult =
  | { readonly key: string; readonly readReply: (request: ModelRequest) => Reply }
  | { readonly key: string; readonly failure: ProviderFailure };

/**
 * The batches of one account at a provider. Each call makes one attempt. It throws `ProviderFailure`, and the signal's reason if that is
 * aborted.
 */
export interface BatchesApi {
  /** Splits calls, in their order, into as few batches as the provider's limits allow. Reads the files of their requests. */
  split(calls: readonly WaitingCall[]): AsyncIterable<Chunk> | Iterable<Chunk>;
  create(chunk: Chunk, signal: AbortSignal): Promise<Batch>;
  retrieve(id: string, signal: AbortSignal): Promise<Batch>;
  /** Returns the batches that are newer than the batch `id`, newest first; all if `id` is null; null if there is no such batch. */
  newerThan(id: string | null, signal: AbortSignal): Promise<readonly Batch[] | null>;
  /** Returns the account's newest batch; null if the account has no batch. */
  newest(signal: AbortSignal): Promise<Batch | null>;
  /** Yields results as they arrive, without those that lack the id of a request. Throws `ProviderFailure` `broken_body` for a damaged line. */
  results(id: string, signal: AbortSignal): AsyncIterable<BatchResult>;
}

/** Returns the reply of a result to its request, or the failure. Batches report no latency. */
export function replyOfBatch(result: BatchResult, request: ModelRequest): Reply | ProviderFailure {
  if ('failure' in result) return result.failure;
  try {
    return result.readReply(request);
  } catch (error) {
    if (error instanceof ProviderFailure) return error;
    throw error;
  }
}

/** How long and how often batches are polled. Times in milliseconds. */
interface BatchPatience {
  /** Time without a new request after which eva submits the collected ones. */
  readonly quietMs: number;
  /** Wait before the second poll of a batch, and after the first failure. */
  readonly firstMs: number;
  /** Factor between one wait and the next. */
  readonly growth: number;
  readonly longestMs: number;
  /** Consecutive failures after which eva stops polling; the batch continues at the provider. */
  readonly failures: number;
  /** Number of searches for a lost submission. */
  readonly looks: number;
  /** Time after which eva stops polling a batch: an hour more than a batch may take at the provider. */
  readonly batchMs: number;
}

const ordinary: BatchPatience = {
  quietMs: 250,
  firstMs: 1000,
  growth: 1.5,
  longestMs: 60_000,
  failures: 20,
  looks: 6,
  batchMs: 25 * 3_600_000,
};

const variable = 'EVA_BATCH_POLL_MS';

/** Returns the default policy, or one that polls every `EVA_BATCH_POLL_MS` milliseconds. Throws `EvaError` if that is not a number from 1 to 60000. */
export function patienceFrom(env: Readonly<Record<string, string | undefined>>): BatchPatience {
  const text = env[variable]?.trim() ?? '';
  if (text === '') return ordinary;
  const ms = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (ms >= 1 && ms <= ordinary.longestMs) return { ...ordinary, firstMs: ms, longestMs: ms };
  throw new EvaError([
    problem('EVA_BAD_VALUE:batch_poll', `${variable} is not a number of milliseconds`, {
      hint: 'set it to the milliseconds between two polls of a batch, from 1 to 60000, or unset it',
    }),
  ]);
}

/** Returns the wait after `count` polls or failures, counted from 0, in milliseconds. */
export function waitAfter(count: number, { firstMs, growth, longestMs }: BatchPatience): number {
  return Math.min(firstMs * growth ** count, longestMs);
}

/**
 * Repeats an attempt until it succeeds. Throws the last `ProviderFailure` if it is fatal or after too many in a row, and the reason
 * of `stop`.
 */
export async function retryPatiently<T>({ patience, sleep, stop }: BatchDeps, attempt: () => Promise<T>): Promise<T> {
  for (let failures = 1; ; failures++) {
    try {
      return await attempt();
    } catch (error) {
      stop.throwIfAborted();
      if (!(error instanceof ProviderFailure) || isFatal(error.kind) || failures >= patience.failures) throw error;
      await sleep(waitOf(error, failures, patience), stop);
    }
  }
}

/** Returns the wait after a failure: at least what `retry-after` asks for, at most the longest wait. */
export function waitOf({ retryAfterMs = 0 }: ProviderFailure, failures: number, patience: BatchPatience): number {
  return Math.max(waitAfter(failures - 1, patience), Math.min(retryAfterMs, ordinary.longestMs));
}

/** The effects that sending batches to one provider needs. */
export interface BatchDeps {
  readonly provider: string;
  readonly api: BatchesApi;
  readonly log: BatchLog;
  readonly patience: BatchPatience;
  readonly sleep: Sleep;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** The time of day, for notes that another process reads. */
  readonly date: () => Date;
  readonly tell: (change: BatchChange) => void;
  /** Bounds the cost of batches; undefined without a budget. */
  readonly admission?: BatchAdmission | undefined;
  /** Once aborted no batch is submitted or polled. */
  readonly stop: AbortSignal;
  /** Aborts a submission in progress. */
  readonly signal: AbortSignal;
}

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
export function endless({ batchMs }: BatchPatience): ProviderFailure {
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
  const { api, stop } = deps;
  await retryPatiently(deps, async () => {
    const [ownKeys, allKeys] = [new Set<string>(), new Set<string>()];
    for await (const result of api.results(batch.id, stop)) {
      allKeys.add(result.key);
      if (ids?.has(result.key)) ownKeys.add(result.key);
      take(result);
    }
    if (ids && (ownKeys.size > 0 || !mayBeAnother)) requireAll(ids.size, ownKeys.size);
    else requireAll(batch.total, allKeys.size);
  });
}

/** Throws `ProviderFailure` unless all results were found. A batch without requests is an error of the server. */
function requireAll(total: number, count: number): void {
  if (total > 0 && count >= total) return;
  const message = attemptTexts.results_missing({ found: groupedDigits(count), total: requests(total) });
  throw new ProviderFailure('broken_body', message);
}

/** Fetches the state of a batch; null if the provider does not know it after several polls. Throws as `retryPatiently` does. */
export async function lookAt(id: string, deps: BatchDeps): Promise<Batch | null> {
  const { api, patience, sleep, stop } = deps;
  const look = () => orNull(api.retrieve(id, stop));
  for (let looks = 1; ; looks++) {
    const batch = await retryPatiently(deps, look);
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
  throw new EvaError([
    problem(
      'EVA_UNKNOWN_BATCH',
      `this account of ${short(provider)} does not know batch ${short(id)}: was it sent with another key or workspace?`,
      { hint: 'resume with the key that submitted it; to give it up and pay again, start a new run without --resume' },
    ),
  ]);
}
