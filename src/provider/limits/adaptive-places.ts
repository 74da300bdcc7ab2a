/** The shortest time between two halvings: the first answers after a halving still belong to attempts that began before it. */
const shortestRestMs = 1_000;

/**
 * The number of attempts that may run at the same time. Halves it when the provider is busy, and adds one after as many answers as there
 * are places (additive increase, multiplicative decrease: Chiu and Jain, 1989). Stays between 1 and `ceiling`.
 */
export class AdaptivePlaces {
  readonly #ceiling: number;
  readonly #now: () => number;
  #count: number;
  #answers = 0;
  #restsUntil = Number.NEGATIVE_INFINITY;

  /** `now` in milliseconds of a monotonic clock. */
  constructor(ceiling: number, now: () => number) {
    this.#ceiling = ceiling;
    this.#now = now;
    this.#count = ceiling;
  }

  get count(): number {
    return this.#count;
  }

  answered(): void {
    if (this.#count >= this.#ceiling || ++this.#answers < this.#count) return;
    this.#count += 1;
    this.#answers = 0;
  }

  /** Halves the count, at most once per second and once per `retryAfterMs`: the wait that the provider asked for, else 0. */
  busy(retryAfterMs: number): void {
    const now = this.#now();
    if (now < this.#restsUntil) return;
    this.#count = Math.max(1, Math.floor(this.#count / 2));
    this.#answers = 0;
    this.#restsUntil = now + Math.max(shortestRestMs, retryAfterMs);
  }
}
