import type { Criterion } from '#decide/criterion.js';
import { type CaseWatch, watchCase } from '#decide/watch-case.js';
import type { Case } from '#model/case.js';
import { isWaiting } from '#model/people/label.js';
import type { CaseResult } from '#model/run/run.js';
import type { Sample } from '#model/run/sample.js';
import type { GradedTrial } from '../collecting/collect-trial.js';
import { BestCase, couldPass, hasRedTrial, toCaseResult } from './best-case.js';
import { type Followed, type Follower, placeOf } from './follower.js';
import { TrialBuffer } from './trial-buffer.js';

/**
 * Decides a case in trial order, in whatever order its trials end. It hands out trials at most `window` ahead of the first
 * unfinished one, so that an early stop wastes fewer than `window`. Once only slices of a data set are open, it hands out their items alone.
 *
 * A missing trial leaves the case undecided, unless the trials before it settle the case. The other trials are still collected as
 * long as the case could pass if the missing one had the best possible result.
 */
export class CaseFollower implements Follower {
  readonly testCase: Case;
  readonly sample: Sample;
  readonly #criteria: readonly Criterion[] | undefined;
  readonly #watch: CaseWatch;
  readonly #window: number;
  readonly #buffer = new TrialBuffer();
  #best: BestCase | undefined;
  #handedOut = 0;
  /** The number of trials after which the case ends; null while it is open. */
  #end: number | null;
  #result: CaseResult | undefined;

  constructor({ testCase, sample }: Followed, window: number, criteria?: readonly Criterion[]) {
    this.testCase = testCase;
    this.sample = sample;
    this.#criteria = criteria;
    this.#watch = watchCase(testCase, criteria);
    this.#window = testCase.stop_early ? window : testCase.sample_size;
    this.#end = this.#watch.isSettled() ? this.#watch.used() : null;
  }

  next(): number | null {
    if (this.isSettled()) return null;
    const again = this.#buffer.nextAgain();
    if (again !== null) return again;
    while (!this.isClosed() && this.#buffer.aheadTo(this.#handedOut) < this.#window) {
      const index = this.#handedOut++;
      if (this.#watch.wants(this.sample.origin(index))) return index;
      this.#buffer.leaveOut(index);
    }
    return null;
  }

  take(graded: GradedTrial): void {
    if (this.isSettled()) return;
    this.#buffer.take(graded);
    this.#end = this.#decide();
  }

  askAgain(index: number): boolean {
    return !this.isSettled() && (this.#end === null || index < this.#end) && this.#buffer.askAgain(index);
  }

  isClosed(): boolean {
    return this.#end !== null || this.#handedOut >= this.testCase.sample_size;
  }

  isDone(): boolean {
    return this.#end !== null || this.#buffer.inOrder() >= this.testCase.sample_size;
  }

  isSettled(): boolean {
    return this.#watch.isSettled();
  }

  canPass(): boolean {
    return this.#watch.canPass() && this.#best?.canPass() !== false;
  }

  couldPass(): boolean {
    if (this.isSettled()) {
      const result = this.result();
      return this.testCase.look === true || result.passed === true || isWaiting(result);
    }
    return couldPass(this, this.#buffer, this.#criteria);
  }

  hasRedTrial(): boolean {
    return hasRedTrial(this.testCase, this.#buffer, this.#criteria);
  }

  planned(): number {
    return this.#buffer.askedTo(this.isClosed() ? this.#handedOut : this.testCase.sample_size);
  }

  result(): CaseResult {
    this.#result ??= this.#toResult();
    return this.#result;
  }

  /** Decides as far as trials have finished in order. Returns the number of trials after which the case ends; null if it is open. */
  #decide(): number | null {
    while (!this.#watch.isSettled()) {
      const next = this.#watch.used();
      const place = placeOf(this.sample, next);
      if (this.#watch.wants(place.origin)) {
        const trial = this.#buffer.trial(next);
        if (!trial) return null;
        if (trial.outcome === 'missing') return this.#endBehindMissing();
        this.#watch.push(this.#buffer.scores(next), place);
      } else {
        this.#pass(next);
        this.#watch.skip(place);
      }
    }
    return this.#watch.used();
  }

  /** Passes over a trial that is not needed, whether it was handed out or not. */
  #pass(index: number): void {
    if (index < this.#handedOut) {
      this.#buffer.drop(index);
    } else {
      this.#handedOut = index + 1;
      this.#buffer.leaveOut(index);
    }
  }

  /**
   * Checks whether the case can pass if missing trials had the best possible result. Returns the number of trials after which it
   * cannot; null if it can.
   */
  #endBehindMissing(): number | null {
    if (!this.testCase.stop_early) return null;
    this.#best ??= new BestCase(this, this.#criteria);
    this.#best.follow(this.#buffer);
    return this.#best.hopelessAfter();
  }

  #toResult(): CaseResult {
    const decision = {
      verdicts: this.#watch.verdicts(),
      dataset: this.#watch.dataset(),
      used: this.#watch.used(),
      is_settled: this.#watch.isSettled(),
    };
    const end = this.#end ?? this.testCase.sample_size;
    const result = toCaseResult(this.testCase, decision, this.#buffer.trialsTo(end), this.#buffer.scoresTo(end));
    const requested = this.#buffer.askedTo(this.#handedOut);
    const isMore = result.stopped_at !== null && requested > result.stopped_at;
    return isMore ? { ...result, requested } : result;
  }
}
