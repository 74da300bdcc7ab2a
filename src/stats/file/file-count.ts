import { RunningCount } from '../sequential/success-count.js';

/** The number of right ones among items drawn one by one, without replacement, from a file of N items of which K are right. */
export class FileCount extends RunningCount {
  readonly #K: number;
  /** The number of items that were not drawn yet. */
  #left: number;

  /** Starts before the first of at most `n` draws, n <= N. */
  constructor(n: number, { N, K }: { readonly N: number; readonly K: number }) {
    super(n);
    this.#K = K;
    this.#left = N;
  }

  protected advance(mass: Float64Array, low: number, high: number): void {
    const [K, left] = [this.#K, this.#left];
    const wrong = left - K;
    for (let s = high + 1; s > low; s--) {
      mass[s] = ((mass[s] ?? 0) * (wrong + s) + (mass[s - 1] ?? 0) * (K - s + 1)) / left;
    }
    mass[low] = ((mass[low] ?? 0) * (wrong + low)) / left;
    this.#left -= 1;
  }
}
