import type { Criterion } from '#decide/criterion.js';
import type { Case } from '#model/case.js';
import type { CasePairs } from '#model/pairs/comparison.js';
import type { Followed, Follower } from '../following/follower.js';
import { PairCase, type PairDecision } from './pair-case.js';
import { PairFlow, type Side } from './pair-flow.js';
import { SideFollower } from './side-follower.js';

/** The place of a run in a comparison of two runs with the same cases. */
export interface RunSide {
  /** Follows a case together with the other side. */
  readonly follow: (followed: Followed, criteria?: readonly Criterion[]) => Follower;
  /** Sets the function to call whenever the other side has gone on. */
  readonly onChange: (wake: () => void) => void;
  /** Notes that this side asks nothing more. The other one then waits for it no longer. May be called again. */
  readonly leave: () => void;
  /** Waits until the other side asks nothing more either, and decides what is left. */
  readonly finish: () => Promise<void>;
}

/**
 * The pairs of two runs with the same cases. At most `concurrency` pairs are under way, and both runs stop asking for a case once its outcome cannot
 * change. `decisionOf` starts the decision of a case, and may be called several times.
 */
export class ComparedPairs {
  readonly #cases = new Map<string, PairCase>();
  readonly #flow: PairFlow;
  readonly #decisionOf: (testCase: Case) => PairDecision;

  constructor(decisionOf: (testCase: Case) => PairDecision, concurrency: number) {
    this.#decisionOf = decisionOf;
    this.#flow = new PairFlow(concurrency);
  }

  /** Returns the place of a run. */
  side(side: Side): RunSide {
    const flow = this.#flow;
    return {
      follow: (followed, criteria) => new SideFollower(followed, this.#pairsOf(followed), side, criteria),
      onChange: (wake) => flow.onChange(side, wake),
      leave: () => flow.leave(side),
      finish: async () => {
        await flow.bothLeft;
        for (const pairs of this.#cases.values()) pairs.close();
      },
    };
  }

  /** Returns the results of the cases that have begun, on the pairs so far. */
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
