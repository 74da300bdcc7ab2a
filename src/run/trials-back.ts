import type { GradedTrial } from './collect-trial.js';

/** The trials of a case that are back, by index, and those among them that are to be asked for once more since they are missing. */
export class TrialsBack {
  readonly #trials: (GradedTrial | undefined)[];
  /** How many are back from the first on. */
  #inOrder = 0;
  readonly #again: number[] = [];
  /** Asked for once more, and not back yet. */
  #awaited = 0;

  constructor(most: number) {
    this.#trials = new Array(most);
  }

  /** True if the trial is back for the second time. */
  take(graded: GradedTrial): boolean {
    const { index } = graded.trial;
    const wasBack = this.#trials[index] !== undefined;
    this.#trials[index] = graded;
    while (this.#trials[this.#inOrder]) this.#inOrder += 1;
    if (wasBack) this.#awaited -= 1;
    return wasBack;
  }

  at(index: number): GradedTrial | undefined {
    return this.#trials[index];
  }

  inOrder(): number {
    return this.#inOrder;
  }

  /** False if the trial is not missing. */
  askAgain(index: number): boolean {
    if (this.#trials[index]?.trial.outcome !== 'missing') return false;
    this.#again.push(index);
    this.#awaited += 1;
    return true;
  }

  nextAgain(): number | null {
    return this.#again.shift() ?? null;
  }

  isAwaited(): boolean {
    return this.#awaited > 0;
  }

  /** Those that are back with an index below `end`, in order. */
  upTo(end: number): readonly GradedTrial[] {
    return this.#trials.slice(0, end).filter((graded) => graded !== undefined);
  }
}
