import { smallestN } from '#stats/binomial/smallest-n.js';
import { bernoulliMixtureLogE } from '#stats/bounded/e-process.js';
import { mostFailures } from '#stats/sequential/boundaries.js';
import { type SeqPlan, seqPlan } from '#stats/sequential/seq-plan.js';
import { sequentialSize } from '#stats/sequential/sequential-size.js';
import { isSignificant } from '#stats/significant.js';
import type { Standing } from '../criterion.js';
import {
  type Conclusion,
  type Design,
  type Followed,
  ifPossible,
  plannedPower,
  type Range,
  type Test,
} from './statistical-test.js';

/**
 * How far the likelihood ratio must speak against the claim for the case to end as futile. The first leaves the planned power
 * by construction; the others stop sooner, where a long horizon has power to spare. (Not 0.3: where nobody says what is
 * expected the first failure leads there exactly, and rounding would decide.)
 */
const [mildFutility, ...strictFutilities] = [1 - plannedPower, 0.25, 0.29];

/** Wald's sequential test of values that are 0 or 1, truncated at n with an exact last look: its level holds at every look. */
export const sequentialTest: Test = {
  name: 'truncated SPRT',
  givesUp: true,
  follow: (design) => new SequentialFollowed(design),
  foresee: (design) => {
    const { mu0, alpha, expected } = design;
    const plan = sequentialPlan(design);
    return {
      // With every trial a success nothing is spent before the last look that could be reached sooner.
      smallest_n: ifPossible(smallestN(mu0, alpha, 0)),
      max_failures: mostFailures(plan),
      power: plan.power,
      needed_n:
        sequentialSize({ p0: mu0, p1: expected, alpha, futility: mildFutility, power: plannedPower })?.n_max ?? null,
    };
  },
};

/** The test as it will run: of those that have the planned power at `expected`, the one that gives up soonest. Futility never touches its level. */
export function sequentialPlan({ mu0, n, alpha, expected }: Design): SeqPlan {
  const planWith = (futility: number) => seqPlan({ p0: mu0, p1: expected, alpha, futility, n_max: n });
  const strict = strictFutilities.map(planWith).filter(({ power }) => power >= plannedPower);
  return strict.at(-1) ?? planWith(mildFutility);
}

class SequentialFollowed implements Followed {
  readonly #design: Design;
  readonly #plan: SeqPlan;
  /** A test that cannot pass at all stops nothing, as with the fixed sample. */
  readonly #canPass: boolean;
  #used = 0;
  #low = 0;
  #high = 0;
  #standing: Standing = 'open';

  constructor(design: Design) {
    this.#design = design;
    this.#plan = sequentialPlan(design);
    this.#canPass = this.#plan.pass_at.some((needed) => needed !== null);
  }

  readonly push = ({ low, high }: Range): void => {
    this.#used += 1;
    this.#low += low;
    this.#high += high;
    if (this.#standing === 'open' && this.#canPass) this.#standing = this.#look();
  };

  readonly standing = (): Standing => this.#standing;

  /** After such stops the p-value and the bounds of a fixed sample are not valid; that of the opposite claim is made for any. */
  readonly conclude = (): Conclusion => {
    const { mu0, alpha } = this.#design;
    const fail_p = Math.min(1, Math.exp(-bernoulliMixtureLogE(this.#high, this.#used, mu0, 'less')));
    const isFailed = isSignificant(fail_p, alpha);
    const outcome = this.#standing === 'passes' ? 'passed' : isFailed ? 'failed' : 'inconclusive';
    return { outcome, p_value: null, fail_p, interval: null };
  };

  #look(): Standing {
    const needed = this.#plan.pass_at[this.#used - 1] ?? null;
    if (needed !== null && this.#low >= needed) return 'passes';
    const futile = this.#plan.stop_low[this.#used - 1] ?? null;
    return futile !== null && this.#low <= futile ? 'cannot_pass' : 'open';
  }
}
