/** The place of one run among those that take their cases in step. */
export interface RunTurn {
  /** Returns true if no other run still takes trials of an earlier case. */
  readonly mayTake: (index: number) => boolean;
  /** Says which case is the first that still has trials to take; infinity if none has. */
  readonly reached: (index: number) => void;
  /** Calls a function whenever another run goes on to a later case. */
  readonly onChange: (wake: () => void) => void;
  /** Frees the other runs from waiting for this one. */
  readonly leave: () => void;
}

/**
 * Lets concurrent runs take their cases in step: a run takes trials of its case number i once no other run takes trials of an earlier one.
 * So a slow hour of a provider meets the same cases of every variant.
 */
export class CaseTurns {
  readonly #reached: number[] = [];
  readonly #wakes: (() => void)[] = [];

  /** Adds a run. All runs must be added before the first one takes a trial. */
  join(): RunTurn {
    const own = this.#reached.push(0) - 1;
    const reached = (index: number) => {
      if (index <= (this.#reached[own] ?? 0)) return;
      this.#reached[own] = index;
      for (const wake of this.#wakes) wake();
    };
    return {
      mayTake: (index) => this.#reached.every((other, run) => run === own || other >= index),
      reached,
      onChange: (wake) => {
        this.#wakes.push(wake);
      },
      leave: () => reached(Number.POSITIVE_INFINITY),
    };
  }
}
