import { passWord } from '#model/case.js';
import { unreachable } from '#model/data/collections.js';
import { problem } from '#model/problem.js';
import { short } from '#model/text/quoted.js';
import { type Counting, formatCount, formatExactQuantity, formatPercent } from './claim.js';
import type { CriterionContext, Refusal } from './criterion.js';
import type { TrialValues } from './trial-values.js';

/** The kind of values that an expectation has: whether a trial passes (1 or 0), a judge's score, or a metric. */
export interface Quantity {
  readonly kind: 'pass' | 'score' | 'metric';
  /** For example `score` or `response_latency`. */
  readonly noun: string;
  /** Empty for scores, and if the noun already contains the unit. */
  readonly unit: string;
  readonly lo: number;
  /** null if it has no upper bound. */
  readonly hi: number | null;
  /** True if a trial has one value for each of several turns. */
  readonly isPerTurn: boolean;
}

const pass: Quantity = { kind: 'pass', noun: 'trial', unit: '', lo: 0, hi: 1, isPerTurn: false };

export function quantityOf({ testCase, expectation: { grader } }: CriterionContext): Quantity {
  switch (grader.grader) {
    case 'trial_passes':
    case 'trigger':
    case 'class':
      return pass;
    case 'expected_behavior': {
      const { min, max } = grader.params.judge.scale;
      return { kind: 'score', noun: 'score', unit: '', lo: min, hi: max, isPerTurn: false };
    }
    case 'metric': {
      const { metric, scope, unit, least, cap } = grader.params;
      const noun = metric.slice(metric.indexOf('.') + 1);
      // `response_words` contains words already.
      const hasUnit = noun.split('_').some((word) => word === unit || word === unit.replace(/s$/, ''));
      return {
        kind: 'metric',
        noun,
        unit: hasUnit ? '' : unit,
        lo: least,
        hi: cap,
        isPerTurn: scope === 'per_turn' && testCase.subject.kind === 'conversation',
      };
    }
    default:
      return unreachable(grader);
  }
}

/** Refuses a threshold on a metric that every possible value meets, or that no possible value meets; null if neither is the case. */
export function refuseVacuous(quantity: Quantity, comparison: QuantityComparison, threshold: number): Refusal | null {
  const { kind, lo, hi, noun, unit } = quantity;
  if (kind !== 'metric' || hi === null) return null;
  if (lo === hi) return refuseConstant(quantity);
  const { holds } = comparison;
  if (holds(lo, threshold) !== holds(hi, threshold)) return null;
  const [low, high] = [formatExactQuantity(lo, unit), formatExactQuantity(hi, unit)];
  return problem(
    'EVA_BAD_CRITERIA:vacuous_threshold',
    `${short(noun)} is always from ${low} to ${high}, so a threshold of ${formatExactQuantity(threshold, unit)} decides nothing`,
    { hint: `write a threshold above ${low} and below ${high}` },
  );
}

export function refuseConstant({ noun, lo, unit }: Quantity): Refusal {
  return problem(
    'EVA_BAD_CRITERIA:constant_metric',
    `${short(noun)} is always ${formatExactQuantity(lo, unit)} in a case with one message, so it decides nothing`,
    { hint: 'use another metric' },
  );
}

/** A condition on a value, with its wording for trials: `pass`, `scored 6 or more`, `have response_latency < 1.5 s`. */
export interface Predicate {
  readonly holds: (value: number) => boolean;
  readonly present: string;
  readonly past: string;
}

/** Returns the condition that a value passes the comparison with a threshold. */
export function predicateOf(
  { testCase, expectation }: CriterionContext,
  quantity: Quantity,
  comparison: QuantityComparison,
  threshold: number,
): Predicate {
  const holds = (value: number) => comparison.holds(value, threshold);
  if (quantity.kind === 'pass') {
    const past = passWord(testCase, expectation);
    return { holds, present: past === 'right' ? 'are right' : testCase.dataset ? 'satisfy the judge' : 'pass', past };
  }
  if (quantity.kind === 'score') {
    return { holds, present: `score ${threshold} or more`, past: `scored ${threshold} or more` };
  }
  const what = `${quantity.noun} ${comparison.symbol} ${formatExactQuantity(threshold, quantity.unit)}`;
  return { holds, present: `have ${what}`, past: `had ${what}` };
}

/** Returns the share of a trial's values that meet the condition: 0 or 1 for a single value. */
export function shareMeeting(predicate: Predicate, values: readonly number[]): number {
  return values.filter(predicate.holds).length / values.length;
}

/** Returns the mean over all trials of the share that meets the condition. A trial without values counts as 0; null without trials. */
export function meanShare(predicate: Predicate, trials: readonly TrialValues[]): number | null {
  if (trials.length === 0) return null;
  return sum(trials.map(({ values }) => (values === null ? 0 : shareMeeting(predicate, values)))) / trials.length;
}

/** The trials of a claim, and how many units they make. */
export interface Observed {
  readonly trials: readonly TrialValues[];
  readonly units: number;
}

/** Describes the share of trials that meet the condition: `57 of 60 trials passed`, `on average 95% of the answers to 60 items right`. */
export function describeShare(
  predicate: Predicate,
  quantity: Quantity,
  counting: Counting,
  { trials, units }: Observed,
): string {
  const share = meanShare(predicate, trials);
  const { noun, trial, isSingle } = counting;
  if (share === null) return 'no trial was made';
  if (quantity.isPerTurn) {
    return `on average ${formatPercent(share)} of the turns of ${formatCount(trials.length, trial)} ${predicate.past}`;
  }
  const passed = `${Math.round(share * trials.length)} of ${formatCount(trials.length, trial)} ${predicate.past}`;
  return isSingle ? passed : `${passed} (${formatPercent(share)}) from ${formatCount(units, noun)}`;
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** A comparison of a value with a threshold; the last part of a criterion's name. */
export interface QuantityComparison {
  readonly name: 'lt' | 'lte' | 'gt' | 'gte';
  readonly holds: (value: number, threshold: number) => boolean;
  /** True if larger values support the claim. */
  readonly higherIsBetter: boolean;
  readonly words: string;
  readonly symbol: string;
}

export const comparisons: readonly QuantityComparison[] = [
  { name: 'lt', holds: (value, threshold) => value < threshold, higherIsBetter: false, words: 'below', symbol: '<' },
  {
    name: 'lte',
    holds: (value, threshold) => value <= threshold,
    higherIsBetter: false,
    words: 'at most',
    symbol: '≤',
  },
  { name: 'gt', holds: (value, threshold) => value > threshold, higherIsBetter: true, words: 'above', symbol: '>' },
  {
    name: 'gte',
    holds: (value, threshold) => value >= threshold,
    higherIsBetter: true,
    words: 'at least',
    symbol: '≥',
  },
];
