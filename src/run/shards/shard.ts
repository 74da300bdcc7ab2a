import type { Case } from '#model/case.js';
import type { Shard } from '#model/run/run.js';

/**
 * The trials of one case that belong to a shard, by index. Trials are numbered from 0 over all cases of a run, cases in order; shard I of N
 * has those whose number leaves the remainder I - 1.
 */
export class TrialsOfShard {
  readonly #first: number;
  readonly #step: number;
  readonly length: number;

  /** `before`: how many trials the cases before this one have. */
  constructor({ index, of }: Shard, before: number, sampleSize: number) {
    this.#first = (((index - 1 - before) % of) + of) % of;
    this.#step = of;
    this.length = Math.max(0, Math.ceil((sampleSize - this.#first) / of));
  }

  /** Returns the trial at a place among them, from 0; null behind the last. */
  at(place: number): number | null {
    return place < this.length ? this.#first + place * this.#step : null;
  }

  /** Lists all of them, in order. */
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
