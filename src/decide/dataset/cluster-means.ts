import type { GradedUnit } from './unit-buffer.js';

/** The shares of passes of an average cluster and of an average item, for expectations of passes. */
export class ClusterMeans {
  #clusters = 0;
  #sumOfMeans = 0;
  #trials = 0;
  #passes = 0;

  push(unit: GradedUnit): void {
    const values = unit.map(({ valuesAt }) => valuesAt(0).values?.[0] ?? 0);
    const passes = values.reduce((sum, value) => sum + value, 0);
    this.#clusters += 1;
    this.#sumOfMeans += passes / values.length;
    this.#trials += values.length;
    this.#passes += passes;
  }

  estimates(): { readonly clusters: number | null; readonly items: number | null } {
    return {
      clusters: this.#clusters === 0 ? null : this.#sumOfMeans / this.#clusters,
      items: this.#trials === 0 ? null : this.#passes / this.#trials,
    };
  }
}
