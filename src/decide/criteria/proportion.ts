import { problem } from '#model/problem.js';
import {
  type Counting,
  countingOf,
  expectationFor,
  formatExactPercent,
  formatPercent,
  type MeanClaim,
  numberInWords,
} from '../claim.js';
import type { Criterion, CriterionContext, Refusal } from '../criterion.js';
import { orByPeople } from '../people/people-criterion.js';
import {
  comparisons,
  describeShare,
  meanShare,
  type Predicate,
  predicateOf,
  type Quantity,
  type QuantityComparison,
  quantityOf,
  refuseVacuous,
  shareMeeting,
} from '../quantity.js';
import { statisticalCriterion } from '../statistical.js';

/**
 * `proportion_gte`, `proportion_lt` and so on: the share of trials that meet a threshold. For metrics per turn it is the share of
 * turns, averaged over conversations. With `by: people`, labels decide `proportion_gte`.
 */
export const proportionCriteria: readonly Criterion[] = comparisons.map((comparison) => {
  const claim = (context: CriterionContext) => claimOf(context, comparison);
  const criterion = statisticalCriterion(`proportion_${comparison.name}`, claim);
  return comparison.name === 'gte' ? orByPeople(criterion, claim) : criterion;
});

function claimOf(context: CriterionContext, comparison: QuantityComparison): MeanClaim | Refusal {
  const { params } = context.spec;
  const quantity = quantityOf(context);
  const proportion = numberInWords(params, 'proportion');
  const threshold =
    quantity.kind === 'pass' ? 1 : numberInWords(params, quantity.kind === 'score' ? 'min_score' : 'threshold');
  if (proportion === undefined || threshold === undefined || proportion <= 0 || proportion >= 1)
    return problem(
      'EVA_BAD_CRITERIA:bad_proportion',
      'a proportion criterion needs a proportion between 0 and 1; for a score or a metric also a threshold',
      { hint: 'write proportion: 0.95, and min_score: (for a score) or threshold: (for a metric)' },
    );
  const vacuous = refuseVacuous(quantity, comparison, threshold);
  if (vacuous) return vacuous;
  const predicate = predicateOf(context, quantity, comparison, threshold);
  const counting = countingOf(context.testCase);
  const { expected } = context.testCase;
  return {
    counting,
    text: claimText(quantity, predicate, proportion, counting),
    mu0: proportion,
    expected: expectationFor(proportion, expected),
    toY: (values) => shareMeeting(predicate, values),
    data: quantity.isPerTurn || !counting.isSingle ? 'bounded' : 'binary',
    scale: {
      truth: 'rate',
      bar: proportion,
      formattedBar: formatExactPercent(proportion),
      higherIsBetter: true,
      format: formatPercent,
      describeTruth: (y) => `the true rate is ${formatPercent(y)}`,
      fromMean: (y) => y,
    },
    estimate: (trials) => meanShare(predicate, trials),
    describeData: (trials, units) => describeShare(predicate, quantity, counting, { trials, units }),
  };
}

function claimText(
  quantity: Quantity,
  { present }: Predicate,
  proportion: number,
  { whole, addition }: Counting,
): string {
  const parts = quantity.isPerTurn ? 'the turns of a conversation, on average,' : whole;
  return `at least ${formatExactPercent(proportion)} of ${parts} ${present}${addition}`;
}
