import type { Criterion } from '#decide/criterion.js';
import { type CaseWatch, watchCase } from '#decide/watch-case.js';
import type { Case } from '#model/case.js';
import type { CaseResult } from '#model/run.js';
import type { Score } from '#model/score.js';
import type { Trial } from '#model/trial.js';
import { toCaseResult } from './case-result.js';
import type { GradedTrial } from './collect-trial.js';

/**
 * Hands out the trials of a case, takes them back in whatever order they end, and decides on them in trial order. They are
 * handed out at most `window` ahead of the first that is not back, so that fewer than `window` are in vain where the case is
 * settled early. A missing trial leaves the case undecided unless those before it settle it; the others are collected still.
 */
export class CaseFollower {
  readonly one: Case;
  readonly #watch: CaseWatch;
  readonly #window: number;
  readonly #trials: Trial[] = [];
  readonly #scores: Score[] = [];
  /** Those that are back and behind one that is not, or behind a missing one. */
  readonly #waiting = new Map<number, GradedTrial>();
  #handedOut = 0;
  #firstNotBack = 0;
  #isSettled: boolean;
  #result: CaseResult | undefined;

  constructor(one: Case, window: number, criteria?: readonly Criterion[]) {
    this.one = one;
    this.#watch = watchCase(one, criteria);
    this.#window = one.stop_early ? window : one.sample_size;
    this.#isSettled = this.#watch.isSettled();
  }

  /** The index of the next trial to ask for; null if none is wanted now. */
  next(): number | null {
    if (this.isClosed() || this.#handedOut >= this.#firstNotBack + this.#window) return null;
    return this.#handedOut++;
  }

  /** Takes a trial back, each once. True if the case is done with it: what is still in hand changes nothing. */
  take(graded: GradedTrial): boolean {
    if (this.#isSettled) return false;
    this.#waiting.set(graded.trial.index, graded);
    while (this.#waiting.has(this.#firstNotBack)) this.#firstNotBack += 1;
    this.#useWhatIsReady();
    return this.#isSettled || this.#firstNotBack >= this.one.sample_size;
  }

  /** True once no further trial will be handed out. */
  isClosed(): boolean {
    return this.#isSettled || this.#handedOut >= this.one.sample_size;
  }

  /** Trials that will be asked for at most, by what is known now. */
  planned(): number {
    return this.isClosed() ? this.#handedOut : this.one.sample_size;
  }

  /** Once the case is done. */
  result(): CaseResult {
    this.#result ??= this.#toResult();
    return this.#result;
  }

  #useWhatIsReady(): void {
    while (!this.#isSettled) {
      const ready = this.#waiting.get(this.#watch.used());
      if (!ready || ready.trial.outcome === 'missing') return;
      this.#waiting.delete(ready.trial.index);
      this.#keep(ready);
      this.#watch.push(ready.scores);
      this.#isSettled = this.#watch.isSettled();
    }
    this.#waiting.clear();
  }

  #keep({ trial, scores }: GradedTrial): void {
    this.#trials.push(trial);
    this.#scores.push(...scores);
  }

  #toResult(): CaseResult {
    const left = [...this.#waiting.values()].sort((a, b) => a.trial.index - b.trial.index);
    for (const graded of left) this.#keep(graded);
    this.#waiting.clear();
    const decision = { verdicts: this.#watch.verdicts(), used: this.#watch.used(), is_settled: this.#isSettled };
    return toCaseResult(this.one, decision, this.#trials, this.#scores);
  }
}
