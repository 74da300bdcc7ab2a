import { problem } from '#model/problem.js';
import { quantileRank } from '#stats/binomial.js';
import { gaffkeP } from '#stats/gaffke.js';
import { firstWhere, isSignificant } from '#stats/numbers.js';
import {
  type Bounds,
  countingOf,
  expectationFor,
  formatExactPercent,
  formatExactQuantity,
  formatPercent,
  formatQuantity,
  type MeanClaim,
  numberInWords,
} from '../claim.js';
import type { Criterion, CriterionContext, Refusal } from '../criterion.js';
import {
  comparisons,
  describeShare,
  predicateOf,
  type QuantityComparison,
  quantityOf,
  refuseVacuous,
  shareMeeting,
} from '../quantity.js';
import { statisticalCriterion } from '../statistical.js';
import type { TrialValues } from '../trial-values.js';

/** `median_gte`, `median_lt` and so on. P(X >= t) > 1/2 implies that every median is at least t, so ties count and are never dropped. */
export const medianCriteria: readonly Criterion[] = comparisons.map((comparison) =>
  statisticalCriterion(`median_${comparison.name}`, (context) => claimOf(context, comparison)),
);

function claimOf(context: CriterionContext, comparison: QuantityComparison): MeanClaim | Refusal {
  const threshold = numberInWords(context.spec.params, 'threshold');
  if (threshold === undefined)
    return problem('EVA_BAD_CRITERIA:bad_median', 'a median criterion needs a threshold', {
      hint: 'write threshold: 2',
    });
  const quantity = quantityOf(context);
  const vacuous = refuseVacuous(quantity, comparison, threshold);
  if (vacuous) return vacuous;
  const predicate = predicateOf(context, quantity, comparison, threshold);
  const counting = countingOf(context.testCase);
  const inWords: MeanClaim['scale']['format'] = (value, rounding) => formatQuantity(value, quantity.unit, rounding);
  return {
    counting,
    text: `the median of ${quantity.noun} is ${comparison.words} ${formatExactQuantity(threshold, quantity.unit)}`,
    mu0: 0.5,
    expected: expectationFor(0.5),
    toY: (values) => shareMeeting(predicate, values),
    data: quantity.isPerTurn || !counting.isSingle ? 'bounded' : 'binary',
    scale: {
      truth: 'median',
      bar: threshold,
      formattedBar: formatExactQuantity(threshold, quantity.unit),
      higherIsBetter: comparison.higherIsBetter,
      format: inWords,
      describeTruth: (y) =>
        `${formatPercent(y)} of ${quantity.isPerTurn ? 'turns' : counting.trial.many} really ${predicate.present}`,
      fromMean: null,
      ...(hasRankBounds(context) && { boundsOf: quantity.isPerTurn ? boundsByTurns : boundsByRank }),
    },
    estimate: estimateOf,
    describeData: (trials, units) =>
      `${describeShare(predicate, quantity, counting, { trials, units })}; a pass needs significantly more than ${formatExactPercent(0.5)}`,
  };
}

/** Returns true if order statistics bound the median: trials are independent draws, not several of one item, cluster or finite file. */
function hasRankBounds({ testCase: { dataset }, isAnytime }: CriterionContext): boolean {
  return !isAnytime && (!dataset || (dataset.claim === 'population' && dataset.draws === 1 && !dataset.cluster));
}

/** Returns the median of all turns, in which every trial has the same weight: of two middle values their mean. */
function estimateOf(trials: readonly TrialValues[]): number | null {
  const sorted = trials
    .flatMap(({ values }) => (values ?? []).map((value) => ({ value, weight: 1 / (values?.length ?? 1) })))
    .sort((a, b) => a.value - b.value);
  const half = trials.filter(({ values }) => values !== null).length / 2;
  let reached = 0;
  for (const [index, { value, weight }] of sorted.entries()) {
    reached += weight;
    const next = sorted[index + 1];
    if (reached < half - 1e-9) continue;
    return next && reached < half + 1e-9 ? (value + next.value) / 2 : value;
  }
  return null;
}

/**
 * Bounds a median by order statistics. A trial that has no value or never ran counts as lowest for the lower bound and as highest
 * for the upper.
 */
function boundsByRank(trials: readonly TrialValues[], n: number, alpha: number): Bounds {
  const sorted = trials.flatMap(({ values }) => values ?? []).sort((a, b) => a - b);
  const [low, high] = [quantileRank(n, 0.5, alpha, 'lower'), quantileRank(n, 0.5, alpha, 'upper')];
  const missing = n - sorted.length;
  return {
    lower: low === null ? null : (sorted[low - 1 - missing] ?? null),
    upper: high === null ? null : (sorted[high - 1] ?? null),
  };
}

/** Bounds a median of turns by the outermost values for which Gaffke's test is significant. */
function boundsByTurns(trials: readonly TrialValues[], n: number, alpha: number): Bounds {
  const sorted = [...new Set(trials.flatMap(({ values }) => values ?? []))].sort((a, b) => a - b);
  const isShown = (holds: (value: number) => boolean) => {
    const shares = trials.map(({ values }) => (values ?? []).filter(holds).length / Math.max(1, values?.length ?? 0));
    const unasked = Array.from({ length: n - trials.length }, () => 0);
    return isSignificant(gaffkeP([...shares, ...unasked], 0, 0.5), alpha);
  };
  return {
    lower: lastThat(sorted, (bound) => isShown((value) => value >= bound)),
    upper: lastThat([...sorted].reverse(), (bound) => isShown((value) => value <= bound)),
  };
}

/**
 * Returns the last candidate for which a predicate holds, by bisection. Once the predicate is false for a candidate, it must be
 * false for all later ones.
 */
function lastThat(candidates: readonly number[], holds: (candidate: number) => boolean): number | null {
  const firstFalse = firstWhere(0, candidates.length, (index) => {
    const candidate = candidates[index];
    return candidate === undefined || !holds(candidate);
  });
  return candidates[(firstFalse ?? 0) - 1] ?? null;
}
