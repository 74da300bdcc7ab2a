/** A batch as its provider tells of it. */
export interface Batch {
  readonly id: string;
  readonly has_ended: boolean;
  /** Requests in it. */
  readonly total: number;
  /** Those of them that are no longer being worked on. */
  readonly done: number;
  /** Whether its results are kept no longer. */
  readonly is_archived: boolean;
}

/** The body of a batch, in pieces that are made as they are sent. */
export interface BatchBody {
  readonly pieces: Iterable<Uint8Array>;
  /** All pieces together. */
  readonly bytes: number;
}

/** The Message Batches API. Each call makes one attempt, throws `ProviderFailure`, and the signal's reason if that is aborted. */
export interface BatchesApi {
  create(body: BatchBody, signal: AbortSignal): Promise<Batch>;
  retrieve(id: string, signal: AbortSignal): Promise<Batch>;
  /** The account's batches that were made after the one with this id, newest first: all where it is null; null if it has no such batch. */
  newerThan(id: string | null, signal: AbortSignal): Promise<readonly Batch[] | null>;
  /** The batch of the account that was made last; null if there is none. */
  newest(signal: AbortSignal): Promise<Batch | null>;
  /** The lines of the results as they come, each an object of JSON. One that is none is a failure (`broken_body`). */
  results(id: string, signal: AbortSignal): AsyncIterable<unknown>;
}
