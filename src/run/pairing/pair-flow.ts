export type Side = 'a' | 'b';

/**
 * Lets the two sides of a comparison go on together: at most `limit` pairs are under way, so that as many calls run as in an ordinary run. Wakes
 * both sides whenever one of them went on, and knows which of them ask nothing more.
 */
export class PairFlow {
  readonly limit: number;
  #underWay = 0;
  readonly #wakes = new Map<Side, () => void>();
  readonly #left = new Set<Side>();
  /** Resolves when both sides ask nothing more. */
  readonly bothLeft: Promise<void>;
  #resolve = () => {};

  constructor(limit: number) {
    this.limit = limit;
    this.bothLeft = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  /** Returns true if another pair may begin. */
  hasRoom(): boolean {
    return this.#underWay < this.limit;
  }

  /** Counts a pair that begins. */
  begin(): void {
    this.#underWay += 1;
  }

  /** Counts a pair that has ended. */
  end(): void {
    this.#underWay -= 1;
  }

  /** Sets the function that wakes a side. */
  onChange(side: Side, wake: () => void): void {
    this.#wakes.set(side, wake);
  }

  /** Wakes both sides. */
  wake(): void {
    for (const wake of this.#wakes.values()) wake();
  }

  /** Returns true if a side asks nothing more. */
  hasLeft(side: Side): boolean {
    return this.#left.has(side);
  }

  /** Notes that a side asks nothing more. May be called again. */
  leave(side: Side): void {
    this.#left.add(side);
    if (this.#left.size === 2) this.#resolve();
    this.wake();
  }
}
