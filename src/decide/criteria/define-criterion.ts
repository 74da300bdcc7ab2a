import type { JsonValue } from '#model/data/json.js';
import { problem } from '#model/problem.js';
import { short } from '#model/text/quoted.js';
import {
  type Counting,
  countingOf,
  expectationFor,
  formatCount,
  formatExactPercent,
  formatPercent,
  type MeanClaim,
} from '../claim.js';
import type { Criterion, CriterionContext, Refusal } from '../criterion.js';
import { sum } from '../quantity.js';
import { statisticalCriterion } from '../statistical.js';
import type { TrialValues } from '../trial-values.js';

export type CriterionParams = Readonly<Record<string, JsonValue>>;

/**
 * A criterion that a program defines. Like the built-in ones, it is checked before the run and has power, early stopping and
 * three outcomes.
 */
export interface CriterionDefinition {
  /** The name in YAML and rows, in the form `aggregation_comparison`: `proportion_within`. */
  readonly name: string;
  /** `proportion`: the value of a trial is 0 or 1. `mean`: the value is from 0 to 1. */
  readonly aggregation: 'proportion' | 'mean';
  /** Returns the value of a trial from its measurements (one, or one for each turn): 0 or 1 for a proportion, 0 to 1 for a mean. */
  readonly value: (values: readonly number[], params: CriterionParams) => number;
  /** Returns the bar that the proportion or mean must exceed; strictly between 0 and 1. */
  readonly bar: (params: CriterionParams) => number;
  /** Returns the claim in words: `at least 90% of trials take 1 to 2 s`. */
  readonly claim: (params: CriterionParams) => string;
  /** Returns the reason why the parameters are invalid, or null. */
  readonly refuse?: (params: CriterionParams) => Refusal | null;
}

/**
 * Makes a criterion from a definition. It is tested exactly (binomial for proportions, Gaffke for means). `api/define-criterion`
 * checks the definition.
 */
export function criterionOf(definition: CriterionDefinition): Criterion {
  return statisticalCriterion(definition.name, (context) => claimOf(definition, context));
}

function claimOf(
  definition: CriterionDefinition,
  { testCase, spec: { params } }: CriterionContext,
): MeanClaim | Refusal {
  const refusal = definition.refuse?.(params);
  if (refusal) return refusal;
  const bar = definition.bar(params);
  if (!(bar > 0 && bar < 1))
    return problem(
      'EVA_BAD_CRITERIA:bar_out_of_range',
      `the bar of ${short(definition.name)} must be above 0 and below 1, got ${bar}`,
      { hint: 'return another bar: no sample can prove 1, and 0 needs no proof' },
    );
  const isProportion = definition.aggregation === 'proportion';
  const toY = (values: readonly number[]) => definition.value(values, params);
  const truth = isProportion ? 'rate' : 'mean';
  const counting = countingOf(testCase);
  return {
    counting,
    text: definition.claim(params),
    mu0: bar,
    expected: expectationFor(bar, isProportion ? testCase.expected : undefined),
    toY: isProportion ? zeroOrOne(definition.name, toY) : toY,
    data: isProportion && counting.isSingle ? 'binary' : 'bounded',
    scale: {
      truth,
      bar,
      formattedBar: formatExactPercent(bar),
      higherIsBetter: true,
      format: formatPercent,
      describeTruth: (y) => `the true ${truth} is ${formatPercent(y)}`,
      fromMean: (y) => y,
    },
    estimate: (trials) => estimateOf(trials, toY, isProportion),
    describeData: (trials) => foundIn(trials, toY, isProportion, counting),
  };
}

function zeroOrOne(name: string, toY: MeanClaim['toY']): MeanClaim['toY'] {
  return (values) => {
    const y = toY(values);
    if (y === 0 || y === 1) return y;
    throw new Error(`${name} is a proportion, but makes ${y} of a trial: it must be 0 or 1`);
  };
}

/** Estimates the proportion or mean. A trial without a value counts as 0 in a proportion and is left out of a mean. */
function estimateOf(trials: readonly TrialValues[], toY: MeanClaim['toY'], isProportion: boolean): number | null {
  const ys = trials.flatMap(({ values }) => (values === null ? [] : [toY(values)]));
  const n = isProportion ? trials.length : ys.length;
  return n === 0 ? null : sum(ys) / n;
}

function foundIn(
  trials: readonly TrialValues[],
  toY: MeanClaim['toY'],
  isProportion: boolean,
  { trial }: Counting,
): string {
  const estimate = estimateOf(trials, toY, isProportion);
  if (estimate === null) return 'no trial has a value';
  if (!isProportion) return `the mean is ${formatPercent(estimate)} over ${formatCount(trials.length, trial)}`;
  return `${Math.round(estimate * trials.length)} of ${formatCount(trials.length, trial)} meet it`;
}
