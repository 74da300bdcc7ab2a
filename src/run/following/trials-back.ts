import type { Score } from '#model/score.js';
import type { Trial } from '#model/trial.js';
import type { GradedTrial } from '../collecting/collect-trial.js';

/**
 * The trials of a case that are back, by index, and those among them that are to be asked for once more since they are missing. There
 * may be many: a trial and its scores are held without anything around them.
 */
export class TrialsBack {
  readonly #trials: (Trial | undefined)[] = [];
  /** Of each trial; by itself where there is one. */
  readonly #scores: (Score | readonly Score[] | undefined)[] = [];
  /** How many are back from the first on. */
  #inOrder = 0;
  readonly #again: number[] = [];

  take({ trial, scores }: GradedTrial): void {
    const { index } = trial;
    this.#trials[index] = trial;
    this.#scores[index] = scores.length === 1 ? scores[0] : scores;
    while (this.#trials[this.#inOrder]) this.#inOrder += 1;
  }

  trial(index: number): Trial | undefined {
    return this.#trials[index];
  }

  /** None of a trial that is not back. */
  scores(index: number): readonly Score[] {
    const scores = this.#scores[index] ?? [];
    return isList(scores) ? scores : [scores];
  }

  inOrder(): number {
    return this.#inOrder;
  }

  /** False if the trial is not missing. */
  askAgain(index: number): boolean {
    if (this.#trials[index]?.outcome !== 'missing') return false;
    this.#again.push(index);
    return true;
  }

  nextAgain(): number | null {
    return this.#again.shift() ?? null;
  }

  /** Those that are back with an index below `end`, in order. */
  trialsTo(end: number): readonly Trial[] {
    return this.#trials.slice(0, end).filter((trial) => trial !== undefined);
  }

  /** The scores of these. */
  scoresTo(end: number): readonly Score[] {
    return this.#scores.slice(0, end).flatMap((scores) => scores ?? []);
  }
}

function isList(scores: Score | readonly Score[]): scores is readonly Score[] {
  return Array.isArray(scores);
}
