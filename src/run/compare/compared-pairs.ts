import type { Criterion } from '#decide/criterion.js';
import type { PairDecision } from '#decide/pairs/watch-pairs.js';
import type { Case } from '#model/case.js';
import type { CasePairs } from '#model/pairs/comparison.js';
import type { RunSide } from '../collect/collect-cases.js';
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
      follow: (followed, criteria) => sideFollower(followed, this.#pairsOf(followed), side, criteria),
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

  #pairsOf(followed: Followed): PairCase {
    const { testCase } = followed;
    const known = this.#cases.get(testCase.name);
    if (known) return known;
    const pairs = new PairCase(followed, () => this.#decisionOf(testCase), this.#flow);
    this.#cases.set(testCase.name, pairs);
    return pairs;
  }
}

/** Follows one side of a case of a comparison. Its criteria decide nothing by themselves, so its result is that of a look. */
function sideFollower(
  { testCase, sample }: Followed,
  pairs: PairCase,
  side: Side,
  criteria?: readonly Criterion[],
): Follower {
  const trials = pairs.trials(side);
  const { buffer } = trials;
  let isHeld = false;
  const isEmpty = () => pairs.isSettled() || (pairs.isClosed(side) && !buffer.hasAgain());
  const canPass = () => side === 'a' || !pairs.isRed();
  return {
    testCase,
    sample,
    next: () => {
      const next = pairs.next(side);
      isHeld = next === null && !isEmpty();
      return next;
    },
    isHeld: () => isHeld,
    take: (graded) => pairs.take(side, graded),
    askAgain: (index) => pairs.askAgain(side, index),
    isEmpty,
    isDone: () => pairs.isSettled(),
    isSettled: () => pairs.isSettled(),
    canPass,
    couldPass: canPass,
    hasRedTrial: () => hasRedTrial(testCase, buffer, criteria),
    planned: () => (pairs.isClosed(side) ? trials.asked : pairs.planned()),
    result: () => {
      const end = pairs.used();
      const decision = { verdicts: [], used: end, is_settled: false };
      const shown = { ...testCase, look: true as const };
      const result = toCaseResult(shown, decision, buffer.trialsTo(end), buffer.scoresTo(end));
      if (end >= pairs.planned()) return result;
      const requested = trials.asked;
      return { ...result, stopped_at: end, ...(requested > end && { requested }) };
    },
  };
}
