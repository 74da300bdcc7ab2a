import type { TrialPlace } from '#decide/watch-case.js';
import { type CasePairs, isOpenCase } from '#model/pairs/comparison.js';
import type { Score } from '#model/run/trial.js';
import type { GradedTrial } from '../collect/collect-trial.js';
import { type Followed, placeOfTrial, TrialBuffer } from '../collect/follow-case.js';

/** The scores of a trial of a pair; `missing` if it has no reply. */
type PairValue = readonly Score[] | 'missing';

/** Decides the pairs of one case, which it receives in trial order. */
export interface PairDecision {
  readonly push: (a: PairValue, b: PairValue, place: TrialPlace) => void;
  /** Returns true once the outcome cannot change, whatever the remaining pairs give. */
  readonly isSettled: () => boolean;
  readonly result: () => CasePairs;
}

type Pair = readonly [a: PairValue, b: PairValue];

class SideTrials {
  readonly buffer = new TrialBuffer();
  /** The missing trials that may be asked again. */
  readonly #again = new Set<number>();
  #asked = 0;

  /** Receives a trial. One that is missing a second time is lost. */
  take(graded: GradedTrial): void {
    const { trial } = graded;
    this.buffer.take(graded);
    const isRetry = this.#again.delete(trial.index);
    if (trial.outcome === 'missing' && trial.why === 'given_up' && !isRetry) this.#again.add(trial.index);
  }

  /** Counts a trial that is handed out for the first time. */
  countAsked(): void {
    this.#asked += 1;
  }

  asked(): number {
    return this.#asked;
  }

  /** Returns the state of a trial. `hasLeft`: its side asks nothing more. */
  stateOf(index: number, hasLeft: boolean): TrialState {
    const trial = this.buffer.trial(index);
    if (trial && trial.outcome !== 'missing') return 'ended';
    if (hasLeft) return 'lost';
    return trial && !this.#again.has(index) ? 'lost' : 'open';
  }

  /** Returns true if a trial is missing, whether it is asked again or not. */
  isMissing(index: number): boolean {
    return this.buffer.trial(index)?.outcome === 'missing';
  }
}

/**
 * The pairs of one case. Hands out A's trials, and each trial of B once that of A has ended; B is never asked without A. Decides the pairs in trial
 * order, in whatever order they end, and both sides stop once the outcome cannot change. A missing trial does not stop the others, unless the
 * outcome is the same whatever it would have given.
 */
export class PairCase {
  readonly #followed: Followed;
  readonly #newDecision: () => PairDecision;
  readonly #flow: PairFlow;
  #decision: PairDecision;
  /** The number of pairs that the decision has. */
  #decided = 0;
  /** Decides the same pairs and those after the first missing one, as if no missing trial were asked again. */
  #beyond: PairDecision | undefined;
  #decidedBeyond = 0;
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
    return this.#flow.hasLeft('b') || this.#sides.a.asked() >= this.planned();
  }

  /** Returns the next trial of a side; null if it has none now. */
  next(side: Side): number | null {
    if (this.isSettled()) return null;
    const again = this.#sides[side].buffer.nextAgain();
    if (again !== null || this.isClosed(side)) return again;
    return side === 'a' ? this.#nextOfA() : this.#nextOfB();
  }

  take(side: Side, graded: GradedTrial): void {
    const { index } = graded.trial;
    if (!this.isSettled()) this.#sides[side].take(graded);
    if (side === 'a' && !this.isSettled() && graded.trial.outcome !== 'missing') this.#ready.add(index);
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
    this.#decide();
  }

  result(): CasePairs {
    if (!this.isSettled()) return this.#decision.result();
    this.#result ??= this.#decision.result();
    return this.#result;
  }

  #nextOfA(): number | null {
    const { a } = this.#sides;
    const index = a.asked();
    const [first = index] = this.#underWay;
    if (!this.#flow.hasRoom() || index - first >= this.#flow.limit) return null;
    a.countAsked();
    this.#underWay.add(index);
    this.#flow.begin();
    return index;
  }

  #nextOfB(): number | null {
    const [index] = this.#ready;
    if (index === undefined) return null;
    this.#ready.delete(index);
    this.#sides.b.countAsked();
    return index;
  }

  #release(index: number): void {
    if (this.#underWay.delete(index)) this.#flow.end();
  }

  #decide(): void {
    while (!this.isSettled()) {
      const pair = this.#pairAt(this.#decided);
      if (!pair) break;
      this.#push(this.#decision, pair, this.#decided);
      this.#decided += 1;
      if (this.#decision.isSettled() || this.#decided === this.planned()) this.#settle(this.#decided);
    }
    if (!this.isSettled() && this.#isMissing(this.#decided)) this.#decideBeyond();
  }

  /** Ends the case if its outcome is the same whatever the missing trials would have given. */
  #decideBeyond(): void {
    this.#beyond ??= this.#newDecision();
    while (this.#decidedBeyond < this.planned() && !this.#isCertain(this.#beyond)) {
      const pair = this.#pairAt(this.#decidedBeyond) ?? this.#missingPairAt(this.#decidedBeyond);
      if (!pair) break;
      this.#push(this.#beyond, pair, this.#decidedBeyond);
      this.#decidedBeyond += 1;
    }
    if (this.#isCertain(this.#beyond)) this.#settleWithout();
  }

  /** Returns true if no missing reply can change the outcome. After the last pair, a decision is settled even if one can. */
  #isCertain(decision: PairDecision): boolean {
    return decision.isSettled() && (this.#decidedBeyond < this.planned() || !isOpenCase(decision.result()));
  }

  /** Settles the case with the trials that are there. One that was found later than it was counted as missing has its scores. */
  #settleWithout(): void {
    for (; this.#decided < this.#decidedBeyond; this.#decided += 1) {
      const pair = this.#pairAt(this.#decided) ?? this.#missingPairAt(this.#decided);
      if (!pair || this.#decision.isSettled()) break;
      this.#push(this.#decision, pair, this.#decided);
    }
    this.#settle(this.#decided);
  }

  #settle(end: number): void {
    this.#end = end;
    for (const index of this.#ready) this.#release(index);
    this.#ready.clear();
  }

  #push(decision: PairDecision, [a, b]: Pair, index: number): void {
    decision.push(a, b, placeOfTrial(this.#followed.sample, index));
  }

  /** Returns a pair whose trials have ended or are lost; null if one may still come. */
  #pairAt(index: number): Pair | null {
    const a = this.#sides.a.stateOf(index, this.#flow.hasLeft('a'));
    if (a === 'lost') return ['missing', 'missing'];
    const b = this.#sides.b.stateOf(index, this.#flow.hasLeft('b'));
    return a === 'open' || b === 'open' ? null : this.#values(index);
  }

  /** Returns a pair with a trial that is missing and may be asked again; null if both trials may still come. */
  #missingPairAt(index: number): Pair | null {
    return this.#isMissing(index) ? this.#values(index) : null;
  }

  #isMissing(index: number): boolean {
    return this.#sides.a.isMissing(index) || this.#sides.b.isMissing(index);
  }

  #values(index: number): Pair {
    return [this.#valueOf('a', index), this.#valueOf('b', index)];
  }

  #valueOf(side: Side, index: number): PairValue {
    const { buffer } = this.#sides[side];
    const trial = buffer.trial(index);
    return !trial || trial.outcome === 'missing' ? 'missing' : buffer.scores(index);
  }
}

/** The state of a trial: `open` if it may still come, `lost` if it is missing and is not asked again. */
type TrialState = 'open' | 'lost' | 'ended';

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
