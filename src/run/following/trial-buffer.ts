import type { Score } from '#model/run/score.js';
import type { Trial } from '#model/run/trial.js';
import type { GradedTrial } from '../collecting/collect-trial.js';

/**
 * Holds the finished trials of a case by index, and a queue of missing ones to retry. Uses little memory per trial, since there
 * can be many.
 */
export class TrialBuffer {
  readonly #trials: (Trial | undefined)[] = [];
  /** Indexed by trial. A single score is held without a list around it. */
  readonly #scores: (Score | readonly Score[] | undefined)[] = [];
  /** The number of finished trials before the first gap. */
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

  /** Returns the scores of a trial; an empty list if it is not finished. */
  scores(index: number): readonly Score[] {
    const scores = this.#scores[index] ?? [];
    return isList(scores) ? scores : [scores];
  }

  inOrder(): number {
    return this.#inOrder;
  }

  /** Queues a missing trial for a retry. Returns false if it is not missing. */
  askAgain(index: number): boolean {
    if (this.#trials[index]?.outcome !== 'missing') return false;
    this.#again.push(index);
    return true;
  }

  nextAgain(): number | null {
    return this.#again.shift() ?? null;
  }

  /** Returns the finished trials with an index below `end`, in order. */
  trialsTo(end: number): readonly Trial[] {
    return this.#trials.slice(0, end).filter((trial) => trial !== undefined);
  }

  /** Returns the scores of these trials. */
  scoresTo(end: number): readonly Score[] {
    return this.#scores.slice(0, end).flatMap((scores) => scores ?? []);
  }
}

function isList(scores: Score | readonly Score[]): scores is readonly Score[] {
  return Array.isArray(scores);
}
