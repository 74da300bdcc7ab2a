import type { Case } from '#model/case.js';
import type { RunPlan, Shard } from '#model/run/run.js';

/**
 * The indexes of one case's trials that belong to a shard. Trials are numbered from 0 over all cases of a run in order; shard I
 * of N has the trials with number mod N = I - 1.
 */
export class TrialsOfShard {
  readonly #first: number;
  readonly #step: number;
  readonly length: number;

  /** `before`: the number of trials in all earlier cases. */
  constructor({ index, of }: Shard, before: number, sampleSize: number) {
    this.#first = (((index - 1 - before) % of) + of) % of;
    this.#step = of;
    this.length = Math.max(0, Math.ceil((sampleSize - this.#first) / of));
  }

  /** Returns the index of the n-th trial of the shard, counted from 0; null after the last. */
  at(place: number): number | null {
    return place < this.length ? this.#first + place * this.#step : null;
  }

  /** Lists the indexes of all trials of the shard, in order. */
  indexes(): readonly number[] {
    return Array.from({ length: this.length }, (_, place) => this.#first + place * this.#step);
  }

  has(index: number): boolean {
    const place = (index - this.#first) / this.#step;
    return Number.isInteger(place) && place >= 0 && place < this.length;
  }
}

/** Returns the trials of a shard, case by case. */
export function trialsInShard(cases: readonly Case[], shard: Shard): readonly TrialsOfShard[] {
  let before = 0;
  return cases.map(({ sample_size }) => {
    const own = new TrialsOfShard(shard, before, sample_size);
    before += sample_size;
    return own;
  });
}

/** A collected shard in its folder. */
export interface ShardFolder {
  readonly dir: string;
  /** The run id in its result, since folders can be renamed; null if there is no result. */
  readonly runId: string | null;
  readonly plan: RunPlan;
  readonly shard: Shard;
  readonly isWhole: boolean;
}

/** The shards of one run, in order. */
export interface ShardSet {
  readonly id: string;
  readonly of: number;
  readonly plan: RunPlan;
  readonly folders: readonly ShardFolder[];
}

/** Groups shards by prompt. */
export function shardSets(folders: readonly ShardFolder[]): readonly ShardSet[] {
  const ids = [...new Set(folders.map(({ plan }) => plan.id))].sort();
  return ids.map((id) => {
    const own = folders.filter(({ plan }) => plan.id === id).sort((a, b) => a.shard.index - b.shard.index);
    const of = Math.max(...own.map(({ shard }) => shard.of));
    const plan = own[0]?.plan;
    if (!plan) throw new Error(`no shard of ${id}`);
    return { id, of, plan, folders: own };
  });
}
