import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { runDirOf } from '#store/run/run-names.js';
import { openRun, type ServedRun } from './served-run.js';

/** The number of runs that are kept in memory. */
const mostRuns = 3;

interface CachedRun {
  readonly run: ServedRun;
  readonly stamp: string;
  users: number;
  isDropped: boolean;
}

/** Keeps the runs that were opened last, until their files change. */
export class RunCache {
  readonly #open: (run_id: string) => ServedRun;
  readonly #root: string;
  readonly #runs = new Map<string, CachedRun>();

  constructor(root: string, rootFlag: string | undefined) {
    this.#root = root;
    this.#open = (run_id) => openRun({ root, rootFlag }, run_id);
  }

  /** Calls `work` with a run, whose files stay open until it has ended. Throws as `openRun` does. */
  async use<T>(run_id: string, work: (run: ServedRun) => T | Promise<T>): Promise<T> {
    const cached = this.#cached(run_id);
    cached.users += 1;
    try {
      return await work(cached.run);
    } finally {
      cached.users -= 1;
      if (cached.isDropped && cached.users === 0) cached.run.close();
    }
  }

  #cached(run_id: string): CachedRun {
    const stamp = stampOf(runDirOf(this.#root, run_id));
    const known = this.#runs.get(run_id);
    if (known) this.#runs.delete(run_id);
    if (known && known.stamp !== stamp) this.#drop(known);
    const cached = known?.stamp === stamp ? known : { run: this.#open(run_id), stamp, users: 0, isDropped: false };
    this.#runs.set(run_id, cached);
    const [oldest] = this.#runs;
    if (oldest && this.#runs.size > mostRuns) {
      this.#runs.delete(oldest[0]);
      this.#drop(oldest[1]);
    }
    return cached;
  }

  #drop(cached: CachedRun): void {
    cached.isDropped = true;
    if (cached.users === 0) cached.run.close();
  }
}

/** Returns what changes when the plan or the result of a run is written, or its trials are written anew. */
function stampOf(dir: string): string {
  const stats = ['plan.json', 'result.json', 'trials.jsonl'].map((file) =>
    lstatSync(join(dir, file), { throwIfNoEntry: false }),
  );
  return stats.map((one, at) => (one ? `${one.ino} ${at === 2 ? '' : one.mtimeMs}` : '')).join(' ');
}
