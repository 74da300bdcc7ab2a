import type { Case } from '#model/case.js';
import { mostTrials } from '#model/limits.js';
import {
  defaultChange,
  defaultMargin,
  firstLevel,
  type PairOutlook,
  type PairQuestion,
} from '#model/pairs/comparison.js';
import type { Problem } from '#model/problem.js';
import { problem } from '#model/problem.js';
import { quoted } from '#model/text/quoted.js';
import { mixtureProcess } from '#stats/e-process.js';
import { gaffkePOfCounts } from '#stats/gaffke.js';
import { bettingMarginPower, marginPower } from '#stats/margin-power.js';
import { firstFrom, firstWhere, isSignificant, lastSignificant } from '#stats/numbers.js';
import { mostWalkedPairs, reachesCritical, type ScoreTest, scoreStatistic } from '#stats/score-test.js';
import { memoize, plannedPower } from '../statistical-tests/statistical-test.js';
import { criticalOf, type DifferenceDesign, scoreTestOf, testsOfPairs } from './difference-test.js';
import { type PairUnits, pairUnits } from './pair-units.js';

/**
 * Returns the forecast of each case that is judged, in order. `changes`: the share of units whose answers change, by the name of the case: that of
 * the last comparison that was not worse. 0.1 for other cases.
 */
export function pairOutlooks(
  cases: readonly Case[],
  question: PairQuestion,
  { changes }: { readonly changes?: ReadonlyMap<string, number> } = {},
): readonly PairOutlook[] {
  return cases
    .filter(({ look }) => !look)
    .map((testCase) => {
      const units = pairUnits(testCase);
      const change = changes?.get(testCase.name) ?? defaultChange;
      const design = { ...units, ...question, change };
      return {
        case: testCase.name,
        unit: units.unit,
        ...pairFeasibility(testCase, question, units),
        n: units.n,
        trials: units.trials,
        ...question,
        test: testsOfPairs(design).margin,
        change,
        ...(units.unit === 'cluster' ? { power: null, needed_n: null } : powers(design)),
        is_least: units.isOfThree && units.sequential && units.n > mostWalkedPairs,
      };
    });
}

/** A comparison, and the share of its units whose answers change if both sides are equally good. */
interface SupposedPairs extends PairUnits, Pick<PairQuestion, 'margin' | 'alpha'> {
  readonly change: number;
}

/** Returns the chance that a comparison shows "not worse" by the test that will run. `criticalOfTest`: finds the critical value of a score test. */
function powerOf(design: SupposedPairs, criticalOfTest: (scored: DifferenceDesign, test: ScoreTest) => number): number {
  const test = testsOfPairs(design).margin;
  if (test !== 'score') return (test === 'gaffke' ? marginPower : bettingMarginPower)({ ...design, gain: 0 });
  const scored = { ...design, bar: -design.margin };
  const scoreTest = scoreTestOf(scored);
  return scoreTest.power(criticalOfTest(scored, scoreTest), design.change);
}

const powers = memoize(
  1000,
  ({ n, isOfThree, sequential, change, margin, alpha }: SupposedPairs) =>
    `${n} ${isOfThree} ${sequential} ${change} ${margin} ${alpha}`,
  (design) => ({
    power: powerOf(design, (scored) => criticalOf(scored).critical),
    needed_n: neededN(design),
  }),
);

/** The sum of the standard normal quantiles of 95 % and 80 %. */
const quantiles = 1.645 + 0.842;

/** The distance to which the search for a number of units knows critical values: it changes the power by less than 0.01. */
const roughWidth = 0.02;

/** Returns the number of units with the planned power, to a hundredth of it; null above the limit of trials. */
function neededN({ margin, change, alpha, ...units }: SupposedPairs): number | null {
  const ofEqual = Math.log(alpha) / Math.log1p(-margin);
  // A sequential test needs about a quarter more.
  const guess = Math.ceil(Math.max(ofEqual, (quantiles / margin) ** 2 * change) * (units.sequential ? 1.25 : 1));
  const miss = (n: number) =>
    1 - powerOf({ ...units, margin, change, alpha, n }, (_, test) => test.critical(alpha, roughWidth));
  const search = { alpha: 1 - plannedPower, width: Math.max(1, guess / 100) };
  return leastUnits(Math.ceil(guess / 2) - 1, guess, miss, search);
}

/** Whether the pairs of a case can show the margin. */
export interface PairFeasibility {
  readonly decides: boolean;
  /** The number of units with which it would decide; null if it decides, or if more than the limit of trials would be needed. */
  readonly needs: number | null;
}

/** Returns whether the units of a case show "not worse" if all of their pairs are equal. Without that, it cannot decide. */
export function pairFeasibility(
  { look }: Pick<Case, 'look'>,
  question: PairQuestion,
  units: PairUnits,
): PairFeasibility {
  if (look) return { decides: false, needs: null };
  const decides = isShownByEqual(units, question);
  return { decides, needs: decides ? null : neededOfEqual(units, question) };
}

/** Returns the p-value of pairs that are all equal, which no test can have below their chance at a loss of the margin: (1 - margin)^n. */
function pOfEqual(units: PairUnits, { margin }: PairQuestion): number {
  const { n } = units;
  const test = testsOfPairs(units).margin;
  if (test === 'gaffke') return gaffkePOfCounts([{ weight: 0, count: n }], -1, -margin);
  if (test === 'betting') {
    return Math.exp(-Math.max(0, mixtureProcess((1 - margin) / 2).logEAfterCounts([{ weight: 0.5, count: n }])));
  }
  const design = { ...units, bar: -margin };
  return scoreTestOf(design).size(scoreStatistic({ up: 0, down: 0 }, n, design));
}

function isShownByEqual(units: PairUnits, { margin, alpha }: PairQuestion): boolean {
  if ((1 - margin) ** units.n >= alpha) return false;
  if (testsOfPairs(units).margin !== 'score') return isSignificant(pOfEqual(units, { margin, alpha }), alpha);
  const design = { ...units, bar: -margin, alpha };
  return reachesCritical(scoreStatistic({ up: 0, down: 0 }, units.n, design), criticalOf(design).critical);
}

/** Returns the least number of equal pairs that show the margin; null above the limit of trials. */
function neededOfEqual(units: PairUnits, question: PairQuestion): number | null {
  const { margin, alpha } = question;
  const few = Math.max(units.n, Math.ceil(Math.log(alpha) / Math.log1p(-margin)) - 1);
  const pOf = (n: number) => pOfEqual({ ...units, n }, question);
  const guess = few < mostTrials ? Math.min(mostTrials, 2 * few + 1) : few + 1;
  const needed = leastUnits(few, guess, pOf, { alpha, width: 1 });
  return needed && firstFrom(needed, mostTrials, (n) => isShownByEqual({ ...units, n }, question));
}

/** Returns a number of units above `few` with a significant p-value, less than `width` above one without; null above the limit of trials. */
function leastUnits(
  few: number,
  guess: number,
  pOf: (n: number) => number,
  search: { readonly alpha: number; readonly width: number },
): number | null {
  if (!(guess <= mostTrials)) return null;
  const endAt = (n: number) => ({ at: n, p: pOf(n) });
  let [low, high] = [{ at: few, p: Math.sqrt(search.alpha) }, endAt(guess)];
  while (!isSignificant(high.p, search.alpha)) {
    if (high.at >= mostTrials) return null;
    [low, high] = [high, endAt(Math.min(mostTrials, Math.ceil(high.at * 1.25)))];
  }
  return Math.ceil(lastSignificant(high, low, (n) => pOf(Math.ceil(n)), search));
}

/** A case whose pairs cannot show a margin, however its replies are. */
export interface TooFewPairs {
  readonly testCase: Case;
  readonly pairs: number;
  /** The unit of the pairs; agrees with `pairs`. */
  readonly noun: string;
  readonly margin: number;
  /** The number of pairs that could show it; null if that is more than a case can have. */
  readonly needed: number | null;
  /** The least margin that the pairs can show; null if there is none. */
  readonly allowed: number | null;
}

/** Makes the problem of a case of a comparison that cannot show its margin. */
export function tooFewPairsProblem({ testCase, pairs, noun, margin, needed, allowed }: TooFewPairs): Problem {
  const most = needed === null ? 'more than a case can have' : `at least ${needed}`;
  const more = testCase.dataset ? 'add items or raise sample_size' : `raise sample_size to ${needed}`;
  const raise = needed === null ? '' : `${more}, `;
  const allow = allowed === null ? '' : `allow a greater loss with --not-worse-by ${allowed}, `;
  return problem(
    'EVA_UNDERPOWERED:margin',
    `case ${quoted(testCase.name)} cannot show that B is not worse by more than ${margin} with ${pairs} ${noun}: it needs ${most}, even if both sides answer all of them equally well`,
    { hint: `${raise}${allow}or choose other cases with --case`, at: testCase.at, fix: { allowed } },
  );
}

/**
 * Returns each case that is named, by `--case` or `compare.cases`, and whose pairs cannot show the margin; for each case if no case
 * can. Other cases that cannot are listed by a comparison and decide nothing.
 */
export function pairRefusals(
  cases: readonly Case[],
  question: PairQuestion,
  isNamed: (name: string) => boolean = () => false,
): readonly TooFewPairs[] {
  const judged = cases.filter(({ look }) => !look);
  const problems = judged.flatMap((testCase) => {
    const refusal = refusalOf(testCase, question);
    return refusal ? [{ found: refusal, isNamed: isNamed(testCase.name) }] : [];
  });
  const isNoneLeft = problems.length === judged.length;
  return problems.filter((entry) => isNoneLeft || entry.isNamed).map(({ found }) => found);
}

/** The greatest loss that a printed command allows: a comparison with a greater one says little. */
const greatestMargin = 0.2;

/** Returns the margin for a comparison of these cases: the usual one, or the least that one of them can show; null if that is a great loss. */
export function usableMargin(cases: readonly Case[]): number | null {
  if (cases.every(({ look }) => look)) return null;
  const refusals = pairRefusals(cases, { margin: defaultMargin, alpha: firstLevel });
  const margins = refusals.flatMap(({ allowed }) => allowed ?? []);
  const least = refusals.length === 0 ? defaultMargin : Math.min(...margins);
  return least > greatestMargin ? null : least;
}

function refusalOf(testCase: Case, question: PairQuestion): TooFewPairs | null {
  const units = pairUnits(testCase);
  const { decides, needs } = pairFeasibility(testCase, question, units);
  if (decides) return null;
  const pointsAllowed = firstWhere(1, 99, (points) => isShownByEqual(units, { ...question, margin: points / 100 }));
  return {
    testCase,
    pairs: units.n,
    noun: `${units.unit}${units.n === 1 ? '' : 's'}`,
    margin: question.margin,
    needed: needs,
    allowed: pointsAllowed === null ? null : pointsAllowed / 100,
  };
}
