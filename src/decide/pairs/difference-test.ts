import type { BetterTestName, MarginTestName } from '#model/pairs/comparison.js';
import { isSignificant, lastSignificant } from '#stats/numbers.js';
import {
  type DifferenceCounts,
  likelySize,
  mostScorePairs,
  reachesCritical,
  ScoreTest,
  scoreStatistic,
  sequentialLooks,
} from '#stats/score-test.js';
import type { TestStatus } from '../criterion.js';
import { BettingClaim } from '../statistical-tests/betting-test.js';
import { GaffkeClaim } from '../statistical-tests/gaffke-test.js';
import { type ClaimTest, memoize, type Reach } from '../statistical-tests/statistical-test.js';
import type { PairUnits } from './pair-units.js';

/** The tests of a comparison: that of the margin, and that of "better". */
export interface PairTests {
  readonly margin: MarginTestName;
  readonly better: BetterTestName;
}

/**
 * Chooses the tests of a comparison by its design. The data choose nothing, else the level would be that of no test. The score test is for as many
 * pairs as its size can be computed for.
 */
export function testsOfPairs({
  n,
  isOfThree,
  sequential,
}: Pick<PairUnits, 'n' | 'isOfThree' | 'sequential'>): PairTests {
  const ofMeans = sequential ? 'betting' : 'gaffke';
  return {
    margin: isOfThree && n <= mostScorePairs ? 'score' : ofMeans,
    better: isOfThree && !sequential ? 'mcnemar' : ofMeans,
  };
}

/** The claim that the mean of n differences from -1 to 1 is above `bar`, to be shown at the level `alpha`. */
export interface DifferenceDesign extends Pick<PairUnits, 'n' | 'sequential'> {
  readonly bar: number;
  readonly alpha: number;
}

/** Starts a test of differences. Gaffke's test of differences of -1, 0 and 1 with a bar of 0 is McNemar's exact test. */
export function startDifferenceTest(name: MarginTestName | BetterTestName, design: DifferenceDesign): ClaimTest {
  if (name === 'score') return new ScoreClaim(design);
  const claim = { n: design.n, alpha: design.alpha, mu0: shareOf(design.bar) };
  const { push, status, pValue, lowerBound } = name === 'betting' ? new BettingClaim(claim) : new GaffkeClaim(claim);
  return {
    push: ({ least, most }) => push({ least: shareOf(least), most: shareOf(most) }),
    status,
    pValue,
    lowerBound: () => 2 * lowerBound() - 1,
  };
}

/** Returns a difference from -1 to 1 as a number from 0 to 1. */
function shareOf(difference: number): number {
  return Math.min(1, Math.max(0, (difference + 1) / 2));
}

function looksOf({ n, sequential }: Pick<PairUnits, 'n' | 'sequential'>): readonly number[] {
  return sequential ? sequentialLooks(n) : [n];
}

/** Returns the critical value of the score test of a design. */
export const criticalOf = memoize(
  1000,
  ({ n, bar, sequential, alpha }: DifferenceDesign) => `${n} ${bar} ${sequential} ${alpha}`,
  (design) => ({ critical: scoreTestOf(design).critical(design.alpha) }),
);

const sizeOf = memoize(
  10_000,
  ({ design: { n, bar, sequential }, critical }: { readonly design: ScoredDesign; readonly critical: number }) =>
    `${n} ${bar} ${sequential} ${critical}`,
  ({ design, critical }) => ({ size: scoreTestOf(design).size(critical) }),
);

type ScoredDesign = Omit<DifferenceDesign, 'alpha'>;

/** Returns the score test of a design. */
export function scoreTestOf({ n, bar, sequential }: ScoredDesign): ScoreTest {
  return new ScoreTest({ n, bar, looks: looksOf({ n, sequential }) });
}

/** The distance to which the statistics of bounds are searched: of 100 pairs, less than a tenth of a point. */
const boundWidth = 5e-3;

/** The statistic of a bound of -1, which no data reject. */
const mostStatistic = 30;

/** The score test of the claim that the mean of n differences of -1, 0 and 1 is above a bar, at all its looks so far. */
class ScoreClaim implements ClaimTest {
  readonly #design: DifferenceDesign;
  readonly #looks: readonly number[];
  readonly #critical: number;
  /** The counts at each look so far. */
  readonly #past: Counted[] = [];
  #now: Counted = { look: 0, least: { up: 0, down: 0 }, most: { up: 0, down: 0 } };

  constructor(design: DifferenceDesign) {
    this.#design = design;
    this.#looks = looksOf(design);
    this.#critical = criticalOf(design).critical;
  }

  readonly push = ({ least, most }: Reach): void => {
    const now = this.#now;
    this.#now = { look: now.look + 1, least: plus(now.least, least), most: plus(now.most, most) };
    if (this.#looks[this.#past.length] === this.#now.look) this.#past.push(this.#now);
  };

  readonly status = (): TestStatus => {
    const { bar } = this.#design;
    if (reachesCritical(this.#statistic(bar), this.#critical)) return 'passes';
    const { look: used, most } = this.#now;
    const isPossible =
      this.#past.some(({ most: counts, look }) => this.#reaches(counts, look)) ||
      this.#looks.slice(this.#past.length).some((look) => this.#reaches({ ...most, up: most.up + look - used }, look));
    return isPossible ? 'open' : 'cannot_pass';
  };

  /** The size of the design whose critical value is the greatest statistic so far; never on the other side of alpha than the verdict. */
  readonly pValue = (): number => {
    const { bar, alpha } = this.#design;
    const p = this.#pAt(bar);
    return reachesCritical(this.#statistic(bar), this.#critical) ? p : Math.max(p, alpha);
  };

  /**
   * The greatest bar that the same test rejects. Its looks until now are some of all, so that it may be asked wherever the case ends. The search
   * goes by statistics, on which p-values depend much alike for all bars.
   */
  readonly lowerBound = (): number => {
    const { bar, alpha } = this.#design;
    const own = { at: Math.min(mostStatistic, this.#statistic(bar)), p: this.pValue() };
    const likely = (at: number) => ({ at, p: likelySize(at, this.#looks) });
    const isShown = isSignificant(own.p, alpha);
    const ends = isShown
      ? ([own, likely(0)] as const)
      : ([likely(mostStatistic), likely(Math.max(0, own.at))] as const);
    const at = lastSignificant(...ends, (statistic) => this.#pAt(this.#barAt(statistic)), { alpha, width: boundWidth });
    return isShown ? Math.max(bar, this.#barAt(at)) : Math.min(bar, this.#barAt(at));
  };

  /** Returns the bar at which the greatest statistic is a number of at least 0. */
  #barAt(statistic: number): number {
    if (statistic >= mostStatistic) return -1;
    let [low, high] = [-1, Math.max(...this.#seen().map(({ look, least }) => (least.up - least.down) / look))];
    for (let step = 0; step < 40; step++) {
      const middle = (low + high) / 2;
      if (this.#statistic(middle) > statistic) low = middle;
      else high = middle;
    }
    return high;
  }

  #pAt(bar: number): number {
    const critical = this.#statistic(bar);
    return bar > -1 && critical > 0 ? sizeOf({ design: { ...this.#design, bar }, critical }).size : 1;
  }

  #statistic(bar: number): number {
    const { n } = this.#design;
    return Math.max(...this.#seen().map(({ look, least }) => scoreStatistic(least, look, { n, bar })));
  }

  /** Returns the counts of all looks so far, and those of the next one if all pairs until then are as bad as possible. */
  #seen(): readonly Omit<Counted, 'most'>[] {
    const { look: used, least } = this.#now;
    const next = this.#looks[this.#past.length];
    if (next === undefined) return this.#past;
    return [...this.#past, { look: next, least: { ...least, down: least.down + next - used } }];
  }

  #reaches(counts: DifferenceCounts, look: number): boolean {
    return reachesCritical(scoreStatistic(counts, look, this.#design), this.#critical);
  }
}

/** The counts among the pairs of a look, for the least and the greatest differences that missing replies can give. */
interface Counted {
  readonly look: number;
  readonly least: DifferenceCounts;
  readonly most: DifferenceCounts;
}

function plus({ up, down }: DifferenceCounts, difference: number): DifferenceCounts {
  return { up: up + (difference > 0 ? 1 : 0), down: down + (difference < 0 ? 1 : 0) };
}
