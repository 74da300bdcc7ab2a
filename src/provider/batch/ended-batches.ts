import type { BatchDeps } from './batch-deps.js';

/** Batches whose results have been read, until all of them are in the journal and it says so. */
export class EndedBatches {
  readonly #deps: Pick<BatchDeps, 'log' | 'provider'>;
  /** By the batch's id: keys of replies that were not in the journal when it was last looked at. */
  readonly #open = new Map<string, readonly string[]>();

  constructor(deps: Pick<BatchDeps, 'log' | 'provider'>) {
    this.#deps = deps;
  }

  /** A batch has been read to its end; these are the keys of its replies. */
  add(id: string, keys: readonly string[]): void {
    this.#open.set(id, keys);
  }

  /**
   * Notes those batches of which every reply is in the journal. To be called while a call waits, when the journal is open. A batch
   * without its note costs a resumed run no more than reading it once more; a note too early would have its replies paid for again.
   */
  note(): void {
    const { log, provider } = this.#deps;
    for (const [id, keys] of this.#open) {
      const missing = keys.filter((key) => !log.holds(key));
      this.#open.set(id, missing);
      if (missing.length > 0) continue;
      log.note({ note: 'batch_ended', provider, id });
      this.#open.delete(id);
    }
  }
}
