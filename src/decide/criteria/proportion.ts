import { type Claim, numberIn, usualExpectation } from '../claim/claim.js';
import { type Comparison, comparisons } from '../claim/comparison.js';
import { exactPercent, percent } from '../claim/in-words.js';
import { foundIn, meanShare, type Predicate, predicateOf, shareThat } from '../claim/predicate.js';
import { decidesNothing, type Quantity, quantityOf } from '../claim/quantity.js';
import { statistical } from '../claim/statistical.js';
import type { Criterion, CriterionContext, Refusal } from '../criterion.js';

/** `proportion_gte` and its like: the share of trials (turn by turn: of turns, averaged over conversations) that meet a threshold. */
export const proportionCriteria: readonly Criterion[] = comparisons.map((comparison) =>
  statistical(`proportion_${comparison.name}`, (context) => claimOf(context, comparison)),
);

function claimOf(context: CriterionContext, comparison: Comparison): Claim | Refusal {
  const { params } = context.spec;
  const quantity = quantityOf(context);
  const proportion = numberIn(params, 'proportion');
  const threshold =
    quantity.kind === 'pass' ? 1 : numberIn(params, quantity.kind === 'score' ? 'min_score' : 'threshold');
  if (proportion === undefined || threshold === undefined || proportion <= 0 || proportion >= 1) return notDecidable;
  const vacuous = decidesNothing(quantity, comparison, threshold);
  if (vacuous) return vacuous;
  const predicate = predicateOf(quantity, comparison, threshold);
  const { expected } = context.one;
  return {
    said: saidOf(quantity, predicate, proportion),
    mu0: proportion,
    expected: expected !== undefined && expected > proportion ? expected : usualExpectation(proportion),
    toY: (values) => shareThat(predicate, values),
    data: quantity.isPerTurn ? 'bounded' : 'binary',
    method: 'gaffke',
    scale: {
      truth: 'rate',
      bar: proportion,
      barInWords: exactPercent(proportion),
      wantsMore: true,
      inWords: percent,
      truthInWords: (y) => `the true rate is ${percent(y)}`,
      fromMean: (y) => y,
    },
    estimate: (trials) => meanShare(predicate, trials),
    found: (trials) => foundIn(predicate, quantity, trials),
  };
}

const notDecidable: Refusal = {
  message: 'a proportion needs a threshold, and a share between 0 and 1',
  hint: 'write proportion: 0.95, and min_score or threshold where a score or a metric is meant',
};

function saidOf(quantity: Quantity, { present }: Predicate, proportion: number): string {
  const whole = quantity.isPerTurn ? 'the turns of a conversation, on average,' : 'trials';
  return `at least ${exactPercent(proportion)} of ${whole} ${present}`;
}
