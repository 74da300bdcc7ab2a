import type { Case } from '#model/case.js';
import { mostTrials } from '#model/limits.js';
import { defaultChange, type PairOutlook, type PairQuestion } from '#model/pairs/comparison.js';
import type { Problem } from '#model/problem.js';
import { problem } from '#model/problem.js';
import { quoted } from '#model/text/quoted.js';
import { mixtureProcess } from '#stats/e-process.js';
import { gaffkePOfCounts } from '#stats/gaffke.js';
import { bettingMarginPower, type MarginDesign, marginPower } from '#stats/margin-power.js';
import { firstFrom, firstWhere, isSignificant } from '#stats/numbers.js';
import { memoize, plannedPower } from '../statistical-tests/statistical-test.js';
import { pairMeasure } from './difference-test.js';
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
      const test = testCase.sequential ? 'betting' : 'gaffke';
      const design = { n: units.n, change, gain: 0, ...question };
      const isOfEnds = units.isSingle && pairMeasure(testCase).measure === 'right';
      return {
        case: testCase.name,
        unit: units.unit,
        ...pairFeasibility(testCase, question, units),
        n: units.n,
        trials: units.trials,
        ...question,
        test,
        change,
        ...(units.unit === 'cluster' ? { power: null, needed_n: null } : powers({ test, design })),
        is_least: test === 'betting' && isOfEnds,
      };
    });
}

interface TestDesign {
  readonly test: PairOutlook['test'];
  readonly design: MarginDesign;
}

const powerOf = { gaffke: marginPower, betting: bettingMarginPower };

const powers = memoize(
  1000,
  ({ test, design: { n, change, margin, alpha } }: TestDesign) => `${test} ${n} ${change} ${margin} ${alpha}`,
  (tested: TestDesign) => ({ power: powerOf[tested.test](tested.design), needed_n: neededN(tested) }),
);

/** The sum of the standard normal quantiles of 95 % and 80 %. */
const quantiles = 1.645 + 0.842;

/** Returns the least number of units with the planned power; null above the limit of trials. A search from the number that a normal distribution gives. */
function neededN({ test, design }: TestDesign): number | null {
  const { margin, change, alpha } = design;
  const suffices = (n: number) => powerOf[test]({ ...design, n }) >= plannedPower;
  const ofEqual = Math.log(alpha) / Math.log1p(-margin);
  const guess = Math.ceil(Math.max(ofEqual, (quantiles / margin) ** 2 * change));
  if (guess > mostTrials) return null;
  let [low, high] = [1, guess];
  while (!suffices(high)) {
    if (high >= mostTrials) return null;
    [low, high] = [high + 1, Math.min(mostTrials, Math.ceil(high * 1.25))];
  }
  if (low === 1) low = Math.ceil(guess * 0.5);
  return firstWhere(low, high, suffices);
}

/** Whether the pairs of a case can show the margin. */
export interface PairFeasibility {
  readonly decides: boolean;
  /** The number of units with which it would decide; null if it decides, or if more than the limit of trials would be needed. */
  readonly needs: number | null;
}

/** Returns whether the units of a case show "not worse" if all of their pairs are equal. Without that, it cannot decide. */
export function pairFeasibility(
  { sequential, look }: Pick<Case, 'sequential' | 'look'>,
  { margin, alpha }: PairQuestion,
  units: PairUnits,
): PairFeasibility {
  if (look) return { decides: false, needs: null };
  const pOfEqual = (count: number) => {
    if (!sequential) return gaffkePOfCounts([{ weight: 0, count }], -1, -margin);
    const process = mixtureProcess((1 - margin) / 2);
    return Math.exp(-Math.max(0, process.logEAfterCounts([{ weight: 0.5, count }])));
  };
  const isShown = (n: number) => isSignificant(pOfEqual(n), alpha);
  if (units.n > 0 && isShown(units.n)) return { decides: true, needs: null };
  return { decides: false, needs: firstFrom(units.n + 1, mostTrials, isShown) };
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

function refusalOf(testCase: Case, question: PairQuestion): TooFewPairs | null {
  const units = pairUnits(testCase);
  const { decides, needs } = pairFeasibility(testCase, question, units);
  if (decides) return null;
  const pointsAllowed = firstWhere(
    1,
    99,
    (points) => pairFeasibility(testCase, { ...question, margin: points / 100 }, units).decides,
  );
  return {
    testCase,
    pairs: units.n,
    noun: `${units.unit}${units.n === 1 ? '' : 's'}`,
    margin: question.margin,
    needed: needs,
    allowed: pointsAllowed === null ? null : pointsAllowed / 100,
  };
}
