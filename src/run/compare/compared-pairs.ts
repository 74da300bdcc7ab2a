import type { Criterion } from '#decide/criterion.js';
import type { PairDecision } from '#decide/pairs/watch-pairs.js';
import type { Case } from '#model/case.js';
import type { CasePairs } from '#model/pairs/comparison.js';
import type { CaseResult } from '#model/run/run.js';
import type { Sample } from '#model/run/sample.js';
import type { RunSide } from '../collect/collect-cases.js';
import type { GradedTrial } from '../collect/collect-trial.js';
import { type Followed, type Follower, hasRedTrial, toCaseResult } from '../collect/follow-case.js';
import type { Seat } from '../collect/pool.js';
import { PairCase, PairFlow, type Side } from './pair-case.js';

/**
 * The pairs of two runs with the same cases. At most as many pairs are under way as the seat has places, and both runs stop asking for a case once its outcome cannot
 * change. `decisionOf` starts the decision of a case, and may be called several times.
 */
export class ComparedPairs {
  readonly #cases = new Map<string, PairCase>();
  readonly #flow: PairFlow;
  readonly #decisionOf: (testCase: Case) => PairDecision;

  constructor(decisionOf: (testCase: Case) => PairDecision, { total, wake }: Pick<Seat, 'total' | 'wake'>) {
    this.#decisionOf = decisionOf;
    this.#flow = new PairFlow(total, wake);
  }

  side(side: Side): RunSide {
    const flow = this.#flow;
    return {
      follow: (followed, criteria) => new SideFollower(followed, this.#pairsOf(followed), side, criteria),
      leave: () => flow.leave(side),
      finish: async () => {
        await flow.bothLeft;
        for (const pairs of this.#cases.values()) pairs.close();
      },
    };
  }

  results(): readonly CasePairs[] {
    return [...this.#cases.values()].map((pairs) => pairs.result());
  }

  /** Returns true once no trial can change an outcome. */
  isSettled(): boolean {
    return [...this.#cases.values()].every((pairs) => pairs.isSettled());
  }

  #pairsOf(followed: Followed): PairCase {
    const { testCase } = followed;
    const known = this.#cases.get(testCase.name);
    if (known) return known;
    const pairs = new PairCase(followed, () => this.#decisionOf(testCase), this.#flow);
    this.#cases.set(testCase.name, pairs);
    return pairs;
  }
}

/** One side of a case of a comparison. Its criteria decide nothing by themselves, so its result is that of a look. */
class SideFollower implements Follower {
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
    this.#isHeld = next === null && !this.isEmpty();
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

  isEmpty(): boolean {
    const { buffer } = this.#pairs.trials(this.#side);
    return this.#pairs.isSettled() || (this.#pairs.isClosed(this.#side) && !buffer.hasAgain());
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
    return this.#pairs.isClosed(this.#side) ? this.#pairs.trials(this.#side).asked : this.#pairs.planned();
  }

  result(): CaseResult {
    const { buffer } = this.#pairs.trials(this.#side);
    const end = this.#pairs.used();
    const decision = { verdicts: [], used: end, is_settled: false };
    const shown = { ...this.testCase, look: true as const };
    const result = toCaseResult(shown, decision, buffer.trialsTo(end), buffer.scoresTo(end));
    if (end >= this.#pairs.planned()) return result;
    const requested = this.#pairs.trials(this.#side).asked;
    return { ...result, stopped_at: end, ...(requested > end && { requested }) };
  }
}
