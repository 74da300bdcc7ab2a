import { quantileRank } from '#stats/binomial/quantile-rank.js';
import { gaffkeP } from '#stats/bounded/gaffke.js';
import { firstWhere } from '#stats/first-where.js';
import { isSignificant } from '#stats/significant.js';
import { type Bounds, type Claim, numberIn, usualExpectation } from '../claim/claim.js';
import { type Comparison, comparisons } from '../claim/comparison.js';
import { exactPercent, exactQuantity, percent, quantityInWords } from '../claim/in-words.js';
import { foundIn, predicateOf, shareThat } from '../claim/predicate.js';
import { decidesNothing, quantityOf } from '../claim/quantity.js';
import { statistical } from '../claim/statistical.js';
import type { Criterion, CriterionContext, Refusal } from '../criterion.js';
import type { TrialValues } from '../trial-values.js';

/** `median_gte` and its like. P(X >= t) > 1/2 implies that every median is at least t, so ties are counted and never dropped. */
export const medianCriteria: readonly Criterion[] = comparisons.map((comparison) =>
  statistical(`median_${comparison.name}`, (context) => claimOf(context, comparison, 0.5, 'median')),
);

/** `quantile_lt` and its like: the same for the value that a share q of the trials stays below. */
export const quantileCriteria: readonly Criterion[] = comparisons.map((comparison) =>
  statistical(`quantile_${comparison.name}`, (context) => {
    const q = numberIn(context.spec.params, 'q');
    return q === undefined || q <= 0 || q >= 1
      ? notDecidable
      : claimOf(context, comparison, q, `${exactPercent(q)} quantile`);
  }),
);

const notDecidable: Refusal = {
  message: 'a quantile needs q between 0 and 1, and a threshold',
  hint: 'write q: 0.95 and threshold: 2',
};

function claimOf(context: CriterionContext, comparison: Comparison, q: number, truth: string): Claim | Refusal {
  const threshold = numberIn(context.spec.params, 'threshold');
  if (threshold === undefined) return notDecidable;
  const quantity = quantityOf(context);
  const vacuous = decidesNothing(quantity, comparison, threshold);
  if (vacuous) return vacuous;
  const predicate = predicateOf(quantity, comparison, threshold);
  const inWords: Claim['scale']['inWords'] = (value, rounding) => quantityInWords(value, quantity.unit, rounding);
  const mu0 = comparison.wantsMore ? 1 - q : q;
  return {
    said: `the ${truth} of ${quantity.noun} is ${comparison.words} ${exactQuantity(threshold, quantity.unit)}`,
    mu0,
    expected: usualExpectation(mu0),
    toY: (values) => shareThat(predicate, values),
    data: quantity.isPerTurn ? 'bounded' : 'binary',
    method: 'gaffke',
    scale: {
      truth,
      bar: threshold,
      barInWords: exactQuantity(threshold, quantity.unit),
      wantsMore: comparison.wantsMore,
      inWords,
      truthInWords: (y) => `${percent(y)} of ${quantity.isPerTurn ? 'turns' : 'trials'} really ${predicate.present}`,
      fromMean: null,
      boundsOf: quantity.isPerTurn ? boundsByTurns(q) : boundsByRank(q),
    },
    estimate: (trials) => estimateOf(q, trials),
    found: (trials) => `${foundIn(predicate, quantity, trials)}, where clearly more than ${exactPercent(mu0)} must`,
  };
}

/** The sample quantile of all turns, those of one trial weighing as much as another's; for the median the middle of the two middle ones. */
function estimateOf(q: number, trials: readonly TrialValues[]): number | null {
  const sorted = weighted(trials);
  const total = trials.filter(({ values }) => values !== null).length;
  let reached = 0;
  for (const [index, { value, weight }] of sorted.entries()) {
    reached += weight;
    const next = sorted[index + 1];
    if (reached < q * total - 1e-9) continue;
    return q === 0.5 && next && reached < q * total + 1e-9 ? (value + next.value) / 2 : value;
  }
  return null;
}

function weighted(trials: readonly TrialValues[]): { value: number; weight: number }[] {
  return trials
    .flatMap(({ values }) => (values ?? []).map((value) => ({ value, weight: 1 / (values?.length ?? 1) })))
    .sort((a, b) => a.value - b.value);
}

/** Order statistics. A trial without a value, or never asked for, stands below all for the lower bound, above all for the upper. */
function boundsByRank(q: number): (trials: readonly TrialValues[], n: number, alpha: number) => Bounds {
  return (trials, n, alpha) => {
    const sorted = trials.flatMap(({ values }) => values ?? []).sort((a, b) => a - b);
    const [low, high] = [quantileRank(n, q, alpha, 'lower'), quantileRank(n, q, alpha, 'upper')];
    const missing = n - sorted.length;
    return {
      lower: low === null ? null : (sorted[low - 1 - missing] ?? null),
      upper: high === null ? null : (sorted[high - 1] ?? null),
    };
  };
}

/** Turn by turn: the outermost values that Gaffke's test of the share of turns on their far side rejects. */
function boundsByTurns(q: number): (trials: readonly TrialValues[], n: number, alpha: number) => Bounds {
  return (trials, n, alpha) => {
    const sorted = [...new Set(trials.flatMap(({ values }) => values ?? []))].sort((a, b) => a - b);
    const isShown = (mu0: number, holds: (value: number) => boolean) => {
      const shares = trials.map(({ values }) => (values ?? []).filter(holds).length / Math.max(1, values?.length ?? 0));
      const unasked = Array.from({ length: n - trials.length }, () => 0);
      return isSignificant(gaffkeP([...shares, ...unasked], 0, mu0), alpha);
    };
    return {
      lower: lastThat(sorted, (bound) => isShown(1 - q, (value) => value >= bound)),
      upper: lastThat([...sorted].reverse(), (bound) => isShown(q, (value) => value <= bound)),
    };
  };
}

/** The last of a list for which a predicate holds that is never true again once it is false. */
function lastThat(candidates: readonly number[], holds: (candidate: number) => boolean): number | null {
  const firstFalse = firstWhere(0, candidates.length, (index) => {
    const candidate = candidates[index];
    return candidate === undefined || !holds(candidate);
  });
  return candidates[(firstFalse ?? 0) - 1] ?? null;
}
