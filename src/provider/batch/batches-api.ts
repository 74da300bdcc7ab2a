import type { ModelRequest, Reply } from '#model/reply/exchange.js';
import { ProviderFailure } from '../failure.js';
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

/** Returns true if a value can be the id of a batch, which becomes part of an address. */
export function isBatchId(value: unknown): value is string {
  return typeof value === 'string' && /^[\w-]{1,200}$/.test(value);
}

/** Returns the reply of a result to its request, or the failure. Batches report no latency. */
export function replyOf(result: BatchResult, request: ModelRequest): Reply | ProviderFailure {
  if ('failure' in result) return result.failure;
  try {
    return result.readReply(request);
  } catch (error) {
    if (error instanceof ProviderFailure) return error;
    throw error;
  }
}
