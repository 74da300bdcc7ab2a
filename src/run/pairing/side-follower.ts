import type { Criterion } from '#decide/criterion.js';
import type { Case } from '#model/case.js';
import type { CaseResult } from '#model/run/run.js';
import type { Sample } from '#model/run/sample.js';
import type { GradedTrial } from '../collecting/collect-trial.js';
import { hasRedTrial, toCaseResult } from '../following/best-case.js';
import type { Followed, Follower } from '../following/follower.js';
import type { PairCase } from './pair-case.js';
import type { Side } from './pair-flow.js';

/** One side of a case of a comparison. Its criteria decide nothing by themselves, so its result is that of a look. */
export class SideFollower implements Follower {
  readonly testCase: Case;
  readonly sample: Sample;
  readonly #pairs: PairCase;
  readonly #side: Side;
  readonly #criteria: readonly Criterion[] | undefined;
  #isHeld = false;

  constructor({ testCase, sample }: Followed, pairs: PairCase, side: Side, criteria?: readonly Criterion[]) {
    this.testCase = testCase;
    this.sample = sample;
    this.#pairs = pairs;
    this.#side = side;
    this.#criteria = criteria;
  }

  next(): number | null {
    const next = this.#pairs.next(this.#side);
    this.#isHeld = next === null && !this.isClosed();
    return next;
  }

  /** Returns true if it has no trial now, and has one once the other side has gone on. */
  isHeld(): boolean {
    return this.#isHeld;
  }

  take(graded: GradedTrial): void {
    this.#pairs.take(this.#side, graded);
  }

  askAgain(index: number): boolean {
    return this.#pairs.askAgain(this.#side, index);
  }

  isClosed(): boolean {
    return this.#pairs.isClosed(this.#side);
  }

  isDone(): boolean {
    return this.isSettled();
  }

  isSettled(): boolean {
    return this.#pairs.isSettled();
  }

  canPass(): boolean {
    return this.#side === 'a' || !this.#pairs.isRed();
  }

  couldPass(): boolean {
    return this.canPass();
  }

  hasRedTrial(): boolean {
    return hasRedTrial(this.testCase, this.#pairs.trials(this.#side).buffer, this.#criteria);
  }

  planned(): number {
    return this.isClosed() ? this.#pairs.trials(this.#side).asked() : this.#pairs.planned();
  }

  result(): CaseResult {
    const { buffer } = this.#pairs.trials(this.#side);
    const end = this.#pairs.used();
    const decision = { verdicts: [], used: end, is_settled: false };
    const shown = { ...this.testCase, look: true as const };
    const result = toCaseResult(shown, decision, buffer.trialsTo(end), buffer.scoresTo(end));
    if (end >= this.#pairs.planned()) return result;
    const requested = this.#pairs.trials(this.#side).asked();
    return { ...result, stopped_at: end, ...(requested > end && { requested }) };
  }
}
