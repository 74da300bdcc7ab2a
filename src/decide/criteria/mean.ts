import { meanOf } from '#stats/moments.js';
import { type Claim, numberIn, usualExpectation } from '../claim/claim.js';
import { type Comparison, comparisons } from '../claim/comparison.js';
import { exactQuantity, quantityInWords, trials as trialsInWords } from '../claim/in-words.js';
import { sum } from '../claim/predicate.js';
import { alwaysTheSame, type Quantity, quantityOf } from '../claim/quantity.js';
import { statistical } from '../claim/statistical.js';
import type { Criterion, CriterionContext, Refusal } from '../criterion.js';
import type { TrialValues } from '../trial-values.js';

/** `mean_gte` and its like. No sample bounds a mean of unbounded values, so each needs a cap, its own or the quantity's. */
export const meanCriteria: readonly Criterion[] = comparisons.map((comparison) =>
  statistical(`mean_${comparison.name}`, (context) => claimOf(context, comparison)),
);

function claimOf(context: CriterionContext, comparison: Comparison): Claim | Refusal {
  const { params } = context.spec;
  const quantity = quantityOf(context);
  const threshold = numberIn(params, 'threshold');
  const hi = capOf(numberIn(params, 'cap'), quantity);
  if (hi === null) return withoutCap(quantity, comparison);
  if (hi === quantity.lo) return alwaysTheSame(quantity);
  const { lo, noun, unit } = quantity;
  if (threshold === undefined || threshold <= lo || threshold >= hi) return outOfReach(quantity, threshold, hi);
  const toUnit = (y: number) => (comparison.wantsMore ? lo + y * (hi - lo) : hi - y * (hi - lo));
  const fromUnit = (x: number) => (comparison.wantsMore ? x - lo : hi - x) / (hi - lo);
  const inWords: Claim['scale']['inWords'] = (value, rounding) => quantityInWords(value, unit, rounding);
  const ofTrial = (values: readonly number[]) => sum(values.map((value) => Math.min(hi, value))) / values.length;
  const estimate = (trials: readonly TrialValues[]) => meanOfAll(trials, ofTrial);
  const mu0 = fromUnit(threshold);
  return {
    said: `the mean ${noun} is ${comparison.words} ${exactQuantity(threshold, unit)}`,
    mu0,
    expected: usualExpectation(mu0),
    toY: (values) => fromUnit(ofTrial(values)),
    data: 'bounded',
    method: params['method'] === 'betting' ? 'betting' : 'gaffke',
    scale: {
      truth: 'mean',
      bar: threshold,
      barInWords: exactQuantity(threshold, unit),
      wantsMore: comparison.wantsMore,
      inWords,
      truthInWords: (y) => `the true mean is ${inWords(toUnit(y))}`,
      fromMean: toUnit,
    },
    estimate,
    found: (trials) => foundIn(noun, estimate(trials), trials.filter(({ values }) => values !== null).length, inWords),
  };
}

function capOf(cap: number | undefined, { hi }: Quantity): number | null {
  if (cap === undefined) return hi;
  return hi === null ? cap : Math.min(cap, hi);
}

function foundIn(noun: string, mean: number | null, n: number, inWords: (value: number) => string): string {
  return mean === null ? 'no trial has a value' : `the mean ${noun} of ${trialsInWords(n)} is ${inWords(mean)}`;
}

function withoutCap({ noun }: Quantity, { name, words }: Comparison): Refusal {
  return {
    message: `no sample proves a mean of ${noun}, which nothing bounds`,
    hint: `add cap: (larger values count as the cap), or ask for a median_${name}, quantile_${name} or proportion_${name}: how many trials are ${words} a threshold`,
  };
}

function outOfReach({ lo, noun, unit }: Quantity, threshold: number | undefined, hi: number): Refusal {
  const [low, high] = [exactQuantity(lo, unit), exactQuantity(hi, unit)];
  return {
    message: `the threshold of a mean ${noun} must lie between ${low} and ${high}, got ${threshold ?? 'none'}`,
    hint: 'values reach from the one to the other, so that a claim outside needs no sample',
  };
}

/** Trials without a value have no place in the estimate; the bounds count them at their worst. */
function meanOfAll(trials: readonly TrialValues[], ofTrial: (values: readonly number[]) => number): number | null {
  return meanOf(trials.flatMap(({ values }) => (values === null ? [] : [ofTrial(values)])));
}
