import type { Case } from '#model/case.js';
import { mostTrials } from '#model/limits.js';
import type { PairQuestion } from '#model/pairs/comparison.js';
import { defaultChange, type PairOutlook } from '#model/pairs/pair-outlook.js';
import { bettingMarginPower, type MarginDesign, marginPower } from '#stats/margin-power.js';
import { firstWhere } from '#stats/numbers.js';
import type { Criterion } from '../criterion.js';
import { memoize, plannedPower } from '../test/statistical-test.js';
import { pairFeasibility } from './pair-feasibility.js';
import { pairMeasure } from './pair-measure.js';
import { pairUnits } from './pair-units.js';

export interface PairForecast {
  /** The share of units whose answers change, by the name of the case: that of the last comparison that was not worse. 0.1 for other cases. */
  readonly changes?: ReadonlyMap<string, number>;
  readonly criteria?: readonly Criterion[];
}

/** Returns the forecast of each case that is judged, in order. */
export function pairOutlooks(
  cases: readonly Case[],
  question: PairQuestion,
  { changes, criteria }: PairForecast = {},
): readonly PairOutlook[] {
  return cases
    .filter(({ look }) => !look)
    .map((testCase) => {
      const units = pairUnits(testCase);
      const change = changes?.get(testCase.name) ?? defaultChange;
      const test = testCase.sequential ? 'betting' : 'gaffke';
      const design = { n: units.n, change, gain: 0, ...question };
      const isOfEnds = units.isSingle && pairMeasure(testCase, criteria).measure === 'right';
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
  (one: TestDesign) => ({ power: powerOf[one.test](one.design), needed_n: neededN(one) }),
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
