import type { BatchDeps } from './batch-deps.js';

/** Tracks batches whose results have been read, until the journal has all their replies and a note that says so. */
export class EndedBatches {
  readonly #deps: Pick<BatchDeps, 'log' | 'provider'>;
  /** Keys of replies that the journal lacked at the last check, by batch id. */
  readonly #open = new Map<string, readonly string[]>();

  constructor(deps: Pick<BatchDeps, 'log' | 'provider'>) {
    this.#deps = deps;
  }

  /** Adds a batch that was read to its end, with the keys of its replies. */
  add(id: string, keys: readonly string[]): void {
    this.#open.set(id, keys);
  }

  /**
   * Writes a note for each batch whose replies are all in the journal. Call it while a call waits, so that the journal is open. Without
   * the note, a resumed run reads the batch once more. After a premature note it would pay for replies again.
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
