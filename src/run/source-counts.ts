import type { StoredReply } from '#model/reply/exchange.js';
import { maxSourceRuns, type ReplySources, type SourceRun } from '#model/reply/reply-sources.js';

/** Counts the replies of a run by source. */
export class SourceCounts {
  readonly #runId: string | undefined;
  readonly #runs = new Map<string, SourceRun>();
  #asked = 0;
  #unnamed = 0;
  #synthetic = 0;

  /** `runId` is the current run. A reply that this run put into the cache counts as asked. */
  constructor(runId?: string) {
    this.#runId = runId;
  }

  add({ source, run_id, run_kind }: Pick<StoredReply, 'source' | 'run_id' | 'run_kind'>): void {
    if (source === 'synthetic') this.#synthetic += 1;
    else if (run_id !== undefined && run_id === this.#runId) this.#asked += 1;
    else if (run_id !== undefined && run_kind !== undefined) this.#addKept(run_id, run_kind);
    else if (source === 'model') this.#asked += 1;
    else this.#unnamed += 1;
  }

  sources(): ReplySources {
    const runs = [...this.#runs.values()].sort((a, b) => b.replies - a.replies || (a.run_id < b.run_id ? -1 : 1));
    return {
      asked: this.#asked,
      runs: runs.slice(0, maxSourceRuns),
      more_runs: Math.max(0, runs.length - maxSourceRuns),
      unnamed: this.#unnamed,
      synthetic: this.#synthetic,
    };
  }

  #addKept(run_id: string, kind: SourceRun['kind']): void {
    const name = `${kind} ${run_id}`;
    this.#runs.set(name, { run_id, kind, replies: (this.#runs.get(name)?.replies ?? 0) + 1 });
  }
}
