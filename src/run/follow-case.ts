import type { Criterion } from '#decide/criterion.js';
import { type CaseWatch, watchCase } from '#decide/watch-case.js';
import type { Case } from '#model/case.js';
import type { CaseResult } from '#model/run.js';
import { BestCase } from './best-case.js';
import { toCaseResult } from './case-result.js';
import type { GradedTrial } from './collect-trial.js';

/**
 * Hands out the trials of a case, takes them back in whatever order they end, and decides on them in trial order. They are
 * handed out at most `window` ahead of the first that is not back, so that fewer than `window` are in vain where the case ends
 * early. A missing trial leaves the case undecided unless those before it settle it; the others are collected still, as
 * long as the case could pass had the missing one been the best.
 */
export class CaseFollower {
  readonly one: Case;
  readonly #criteria: readonly Criterion[] | undefined;
  readonly #watch: CaseWatch;
  readonly #window: number;
  /** Those that are back. Once the case is over: those that it rests on. */
  readonly #back = new Map<number, GradedTrial>();
  #best: BestCase | undefined;
  #handedOut = 0;
  #firstNotBack = 0;
  #isOver: boolean;
  #result: CaseResult | undefined;

  constructor(one: Case, window: number, criteria?: readonly Criterion[]) {
    this.one = one;
    this.#criteria = criteria;
    this.#watch = watchCase(one, criteria);
    this.#window = one.stop_early ? window : one.sample_size;
    this.#isOver = this.#watch.isSettled();
  }

  /** The index of the next trial to ask for; null if none is wanted now. */
  next(): number | null {
    if (this.isClosed() || this.#handedOut >= this.#firstNotBack + this.#window) return null;
    return this.#handedOut++;
  }

  /** Takes a trial back, each once. True if the case is done with it: what is still in hand changes nothing. */
  take(graded: GradedTrial): boolean {
    if (this.#isOver) return false;
    this.#back.set(graded.trial.index, graded);
    while (this.#back.has(this.#firstNotBack)) this.#firstNotBack += 1;
    const end = this.#decide();
    if (end !== null) this.#endWith(end);
    return this.#isOver || this.#firstNotBack >= this.one.sample_size;
  }

  /** True once no further trial will be handed out. */
  isClosed(): boolean {
    return this.#isOver || this.#handedOut >= this.one.sample_size;
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

  /** Goes on as far as trials are back in order: with how many of them the case ends, null if it does not. */
  #decide(): number | null {
    while (!this.#watch.isSettled()) {
      const next = this.#back.get(this.#watch.used());
      if (!next) return null;
      if (next.trial.outcome === 'missing') return this.one.stop_early ? this.#hopelessAfter() : null;
      this.#watch.push(next.scores);
    }
    return this.#watch.used();
  }

  /** Where a trial is missing, those before it are followed once more, and all behind it. */
  #hopelessAfter(): number | null {
    this.#best ??= new BestCase(this.one, this.#criteria);
    this.#best.follow((index) => this.#back.get(index));
    return this.#best.hopelessAfter();
  }

  #endWith(end: number): void {
    this.#isOver = true;
    for (const index of [...this.#back.keys()]) if (index >= end) this.#back.delete(index);
  }

  #toResult(): CaseResult {
    const graded = [...this.#back.values()].sort((a, b) => a.trial.index - b.trial.index);
    const decision = {
      verdicts: this.#watch.verdicts(),
      used: this.#watch.used(),
      is_settled: this.#watch.isSettled(),
    };
    return toCaseResult(
      this.one,
      decision,
      graded.map(({ trial }) => trial),
      graded.flatMap(({ scores }) => scores),
    );
  }
}
