/** Probabilities below this are dropped at both ends: over 100,000 trials they add up to less than 1e-18. */
const negligible = 1e-24;

/**
 * The exact distribution of the number of successes among the runs that have not stopped. A trial takes one step for each count whose
 * probability is not negligible, a range of about 21 standard deviations. 100,000 trials cost a few 1e8 additions and one array of 100,000
 * numbers. A subclass says how a trial moves the probabilities.
 */
export abstract class RunningCount {
  readonly #mass: Float64Array;
  #low = 0;
  #high = 0;

  /** Starts before the first of at most `n` trials. */
  constructor(n: number) {
    this.#mass = new Float64Array(n + 1);
    this.#mass[0] = 1;
  }

  /** Moves the probabilities of `low` to `high` by one trial, to `low` to `high + 1`; the entry above `high` is 0 before. */
  protected abstract advance(mass: Float64Array, low: number, high: number): void;

  /** The least and the greatest number of successes of running trials; `low` is above `high` if none is running. */
  get low(): number {
    return this.#low;
  }

  get high(): number {
    return this.#high;
  }

  /** Returns the probability that a run has exactly `s` successes and has not stopped. */
  at(s: number): number {
    return s >= this.#low && s <= this.#high ? (this.#mass[s] ?? 0) : 0;
  }

  /** Adds one trial. */
  step(): void {
    if (this.#low > this.#high) return;
    this.advance(this.#mass, this.#low, this.#high);
    this.#high += 1;
    while (this.#low <= this.#high && this.at(this.#high) < negligible) this.#mass[this.#high--] = 0;
    while (this.#low <= this.#high && this.at(this.#low) < negligible) this.#mass[this.#low++] = 0;
  }

  /** Stops all runs with at least `s` successes and returns their probability; null stops none. */
  takeFrom(s: number | null): number {
    let taken = 0;
    while (s !== null && this.#high >= Math.max(s, this.#low)) {
      taken += this.at(this.#high);
      this.#mass[this.#high--] = 0;
    }
    return taken;
  }

  /** Stops all runs with at most `s` successes and returns their probability; null stops none. */
  takeUpTo(s: number | null): number {
    let taken = 0;
    while (s !== null && this.#low <= Math.min(s, this.#high)) {
      taken += this.at(this.#low);
      this.#mass[this.#low++] = 0;
    }
    return taken;
  }
}

/** The number of successes in independent trials of a constant rate. */
export class SuccessCount extends RunningCount {
  readonly #p: number;

  /** Starts before the first of at most `n` trials with success rate `p` in [0, 1]. */
  constructor(n: number, p: number) {
    super(n);
    this.#p = p;
  }

  protected advance(mass: Float64Array, low: number, high: number): void {
    const p = this.#p;
    for (let s = high + 1; s > low; s--) mass[s] = (mass[s] ?? 0) * (1 - p) + (mass[s - 1] ?? 0) * p;
    mass[low] = (mass[low] ?? 0) * (1 - p);
  }
}
