import type { PairDecision, PairValue } from '#decide/pairs/watch-pairs.js';
import { type CasePairs, isOpenCase } from '#model/pairs/comparison.js';
import type { GradedTrial } from '../collect/collect-trial.js';
import { type Followed, placeOfTrial, TrialBuffer } from '../collect/follow-case.js';

/** The trials of one side of a case. */
class SideTrials {
  readonly buffer = new TrialBuffer();
  /** The missing trials that may be asked again. */
  readonly again = new Set<number>();
  /** The number of trials that were handed out, each once. */
  asked = 0;

  /** Receives a trial. One that is missing a second time is lost. */
  take(graded: GradedTrial): void {
    const { trial } = graded;
    this.buffer.take(graded);
    const isRetry = this.again.delete(trial.index);
    if (trial.outcome === 'missing' && trial.why === 'given_up' && !isRetry) this.again.add(trial.index);
  }
}

/**
 * The pairs of one case. Hands out A's trials, and each trial of B once that of A has ended; B is never asked without A. Decides the pairs in trial
 * order, in whatever order they end, and both sides stop once the outcome cannot change. A missing trial does not stop the others. If it is asked
 * again and has a reply then, the pairs are decided once more.
 */
export class PairCase {
  readonly #followed: Followed;
  readonly #newDecision: () => PairDecision;
  readonly #flow: PairFlow;
  #decision: PairDecision;
  /** The number of pairs that the decision has. */
  #decided = 0;
  /** True if a trial has a reply that the decision has as missing. */
  #isOutdated = false;
  readonly #sides: Readonly<Record<Side, SideTrials>> = { a: new SideTrials(), b: new SideTrials() };
  /** The pairs that wait for a trial of a side, in the order in which they began. */
  readonly #underWay = new Set<number>();
  /** The pairs whose trial of B can be asked. */
  readonly #ready = new Set<number>();
  /** The number of pairs after which the case ended; null while it is open. */
  #end: number | null = null;
  #result: CasePairs | undefined;

  constructor(followed: Followed, newDecision: () => PairDecision, flow: PairFlow) {
    this.#followed = followed;
    this.#newDecision = newDecision;
    this.#flow = flow;
    this.#decision = newDecision();
    if (this.planned() === 0 || this.#decision.isSettled()) this.#end = 0;
  }

  planned(): number {
    return this.#followed.testCase.sample_size;
  }

  trials(side: Side): SideTrials {
    return this.#sides[side];
  }

  /** Returns true once no trial can change the outcome. */
  isSettled(): boolean {
    return this.#end !== null;
  }

  /** Returns true once it is certain that B is not shown to be as good. */
  isRed(): boolean {
    if (!this.isSettled()) return false;
    const { outcome } = this.result();
    return outcome === 'worse' || outcome === 'undecided';
  }

  used(): number {
    return this.#end ?? this.#decided;
  }

  /** Returns true once a side gets no further trial, except those that are asked again. */
  isClosed(side: Side): boolean {
    if (this.isSettled()) return true;
    if (side === 'b') return this.#flow.hasLeft('a') && this.#ready.size === 0;
    return this.#flow.hasLeft('b') || this.#sides.a.asked >= this.planned();
  }

  /** Returns the next trial of a side; null if it has none now. */
  next(side: Side): number | null {
    if (this.isSettled()) return null;
    const again = this.#sides[side].buffer.nextAgain();
    if (again !== null || this.isClosed(side)) return again;
    return side === 'a' ? this.#nextOfA() : this.#nextOfB();
  }

  take(side: Side, graded: GradedTrial): void {
    const { index, outcome } = graded.trial;
    if (!this.isSettled()) {
      this.#sides[side].take(graded);
      if (outcome !== 'missing' && index < this.#decided) this.#isOutdated = true;
    }
    if (side === 'a' && !this.isSettled() && outcome !== 'missing') this.#ready.add(index);
    else this.#release(index);
    this.#decide();
    this.#flow.wake();
  }

  /** Queues a missing trial of a side for a retry. Returns false if it cannot change the outcome. */
  askAgain(side: Side, index: number): boolean {
    return !this.isSettled() && this.#sides[side].buffer.askAgain(index);
  }

  /** Decides what is left, once both sides ask nothing more. */
  close(): void {
    for (const { again } of Object.values(this.#sides)) again.clear();
    this.#decide();
  }

  result(): CasePairs {
    if (!this.isSettled()) return this.#decision.result();
    this.#result ??= this.#decision.result();
    return this.#result;
  }

  #nextOfA(): number | null {
    const { a } = this.#sides;
    const index = a.asked;
    const [first = index] = this.#underWay;
    if (!this.#flow.hasRoom() || index - first >= this.#flow.limit) return null;
    a.asked += 1;
    this.#underWay.add(index);
    this.#flow.begin();
    return index;
  }

  #nextOfB(): number | null {
    const [index] = this.#ready;
    if (index === undefined) return null;
    this.#ready.delete(index);
    this.#sides.b.asked += 1;
    return index;
  }

  #release(index: number): void {
    if (this.#underWay.delete(index)) this.#flow.end();
  }

  /** Gives the decision the pairs that are there, in their order. Ends the case once no trial can change its outcome. */
  #decide(): void {
    if (this.#isOutdated && this.#isFinal()) this.#startAgain();
    while (!this.isSettled()) {
      if (this.#isCertain()) {
        if (this.#isOutdated) this.#startAgain();
        else this.#settle();
        continue;
      }
      const pair = this.#pairAt(this.#decided);
      if (!pair) return;
      this.#decision.push(...pair, placeOfTrial(this.#followed.sample, this.#decided));
      this.#decided += 1;
    }
  }

  /** Returns true if no missing reply can change the outcome. After the last pair, a decision is settled even if one can. */
  #isCertain(): boolean {
    if (this.#decided < this.planned()) return this.#decision.isSettled();
    return this.#isFinal() || !isOpenCase(this.#decision.result());
  }

  /** Returns true if no missing trial is asked again. */
  #isFinal(): boolean {
    return Object.values(this.#sides).every(({ again }) => again.size === 0);
  }

  #startAgain(): void {
    this.#decision = this.#newDecision();
    this.#decided = 0;
    this.#isOutdated = false;
  }

  #settle(): void {
    this.#end = this.#decided;
    for (const index of this.#ready) this.#release(index);
    this.#ready.clear();
  }

  /** Returns the values of a pair: missing without a reply, also if it may still be asked again; null if a trial may come for the first time. */
  #pairAt(index: number): readonly [PairValue, PairValue] | null {
    if (index >= this.planned()) return null;
    const [a, b] = [this.#valueOf('a', index), this.#valueOf('b', index)];
    if (a === 'missing') return ['missing', 'missing'];
    return a && b ? [a, b] : null;
  }

  #valueOf(side: Side, index: number): PairValue | null {
    const { buffer } = this.#sides[side];
    const trial = buffer.trial(index);
    if (!trial) return this.#flow.hasLeft(side) ? 'missing' : null;
    return trial.outcome === 'missing' ? 'missing' : buffer.scores(index);
  }
}

/**
 * Lets the two sides of a comparison go on together: at most `limit` pairs are under way, so that as many calls run as in an ordinary run. Knows
 * which of them ask nothing more.
 */
export class PairFlow {
  readonly limit: number;
  readonly wake: () => void;
  #underWay = 0;
  readonly #left = new Set<Side>();
  /** Resolves when both sides ask nothing more. */
  readonly bothLeft: Promise<void>;
  #resolve = () => {};

  /** `wake` is called whenever one side went on. */
  constructor(limit: number, wake: () => void) {
    this.limit = limit;
    this.wake = wake;
    this.bothLeft = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  /** Returns true if another pair may begin. */
  hasRoom(): boolean {
    return this.#underWay < this.limit;
  }

  begin(): void {
    this.#underWay += 1;
  }

  end(): void {
    this.#underWay -= 1;
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

export type Side = 'a' | 'b';

/** The same of both sides. */
export type Both<T> = Readonly<Record<Side, T>>;
