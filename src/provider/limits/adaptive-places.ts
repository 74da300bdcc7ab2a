/** After the places were halved they are left as they are for so long, since the answers to come are still of the time before. */
const shortestRestMs = 1_000;

/**
 * How many attempts may be in hand: halved when the provider says that it is busy, one more after as many answers as there are places
 * (additive increase, multiplicative decrease: Chiu and Jain, 1989). Never above `ceiling`, never below 1.
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

  /** The provider asked for a wait of so many milliseconds, 0 where it did not say. Halves once in that time, and once in a second at most. */
  busy(retryAfterMs: number): void {
    const now = this.#now();
    if (now < this.#restsUntil) return;
    this.#count = Math.max(1, Math.floor(this.#count / 2));
    this.#answers = 0;
    this.#restsUntil = now + Math.max(shortestRestMs, retryAfterMs);
  }
}
