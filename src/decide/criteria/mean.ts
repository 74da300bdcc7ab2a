import { problem } from '#model/problem.js';
import { short } from '#model/text/quoted.js';
import { meanOf } from '#stats/numbers.js';
import {
  countingOf,
  expectationFor,
  formatCount,
  formatExactQuantity,
  formatQuantity,
  type MeanClaim,
  numberInWords,
} from '../claim.js';
import type { Criterion, CriterionContext, Refusal } from '../criterion.js';
import { comparisons, type QuantityComparison, quantityOf, refuseConstant, sum } from '../quantity.js';
import { statisticalCriterion } from '../statistical.js';
import type { TrialValues } from '../trial-values.js';

/**
 * `mean_gte`, `mean_lt` and so on. A mean of unbounded values has no confidence bound, so each needs a cap: the criterion's own
 * or the quantity's.
 */
export const meanCriteria: readonly Criterion[] = comparisons.map((comparison) =>
  statisticalCriterion(`mean_${comparison.name}`, (context) => claimOf(context, comparison)),
);

function claimOf(context: CriterionContext, comparison: QuantityComparison): MeanClaim | Refusal {
  const { params } = context.spec;
  const quantity = quantityOf(context);
  const threshold = numberInWords(params, 'threshold');
  const { lo, noun, unit } = quantity;
  const caps = [numberInWords(params, 'cap') ?? null, quantity.hi].filter((cap) => cap !== null);
  if (caps.length === 0)
    return problem(
      'EVA_BAD_CRITERIA:mean_without_cap',
      `no sample can prove a mean of ${short(noun)}, because it has no upper bound`,
      {
        hint: `add cap: (larger values count as the cap), or use median_${short(comparison.name)} or proportion_${short(comparison.name)}`,
      },
    );
  const hi = Math.min(...caps);
  if (hi === lo) return refuseConstant(quantity);
  if (threshold === undefined || threshold <= lo || threshold >= hi) {
    const [low, high] = [formatExactQuantity(lo, unit), formatExactQuantity(hi, unit)] as const;
    return problem(
      'EVA_BAD_CRITERIA:mean_out_of_range',
      `the threshold of a mean ${short(noun)} must be above ${low} and below ${high}, got ${threshold ?? 'none'}`,
      { hint: `write a threshold above ${low} and below ${high}, the ends of the possible values` },
    );
  }
  const toUnit = (y: number) => (comparison.higherIsBetter ? lo + y * (hi - lo) : hi - y * (hi - lo));
  const fromUnit = (x: number) => (comparison.higherIsBetter ? x - lo : hi - x) / (hi - lo);
  const inWords: MeanClaim['scale']['format'] = (value, rounding) => formatQuantity(value, unit, rounding);
  const ofTrial = (values: readonly number[]) => sum(values.map((value) => Math.min(hi, value))) / values.length;
  // Over the trials that have a value. (The bounds count the other trials as the worst possible value.)
  const estimate = (trials: readonly TrialValues[]) =>
    meanOf(trials.flatMap(({ values }) => (values === null ? [] : [ofTrial(values)])));
  const mu0 = fromUnit(threshold);
  const counting = countingOf(context.testCase);
  return {
    counting,
    text: `the mean ${noun} is ${comparison.words} ${formatExactQuantity(threshold, unit)}`,
    mu0,
    expected: expectationFor(mu0),
    toY: (values) => fromUnit(ofTrial(values)),
    data: 'bounded',
    isBet: params['method'] === 'betting',
    scale: {
      truth: 'mean',
      bar: threshold,
      formattedBar: formatExactQuantity(threshold, unit),
      higherIsBetter: comparison.higherIsBetter,
      format: inWords,
      describeTruth: (y) => `the true mean is ${inWords(toUnit(y))}`,
      fromMean: toUnit,
    },
    estimate,
    describeData: (trials) => {
      const mean = estimate(trials);
      if (mean === null) return 'no trial has a value';
      const valued = trials.filter(({ values }) => values !== null).length;
      return `the mean ${noun} of ${formatCount(valued, counting.trial)} is ${inWords(mean)}`;
    },
  };
}
