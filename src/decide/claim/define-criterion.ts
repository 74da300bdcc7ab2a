import type { JsonValue } from '#model/data/json.js';
import type { Criterion, CriterionContext, Refusal } from '../criterion.js';
import type { TrialValues } from '../trial-values.js';
import { type Claim, usualExpectation } from './claim.js';
import { exactPercent, percent, trials as trialsInWords } from './in-words.js';
import { sum } from './predicate.js';
import { statistical } from './statistical.js';

export type CriterionParams = Readonly<Record<string, JsonValue>>;

/** A criterion of one's own. It has what the built-in ones have: refusal, power, early stopping, three outcomes. */
export interface CriterionDefinition {
  /** As YAML and rows name it, `aggregation_comparison` like the built-in ones: `proportion_within`. */
  readonly name: string;
  /** `proportion`: every trial counts or does not. `mean`: every trial has a value from 0 to 1. */
  readonly aggregation: 'proportion' | 'mean';
  /** What a trial is worth, by its values (one, or one for each turn): 0 or 1 for a proportion, 0 to 1 for a mean. */
  readonly value: (values: readonly number[], params: CriterionParams) => number;
  /** What the share, or the mean, must be above: strictly between 0 and 1. */
  readonly bar: (params: CriterionParams) => number;
  /** The claim in words: `at least 90% of trials take 1 to 2 s`. */
  readonly claim: (params: CriterionParams) => string;
  /** Why parameters make no sense, or null. */
  readonly refuse?: (params: CriterionParams) => Refusal | null;
}

/**
 * Makes a criterion from what a trial is worth and how much is asked for: it is tested exactly (binomial, or Gaffke for means)
 * like the built-in ones. Its definition is checked where it comes from a program (api/define-criterion).
 */
export function criterionOf(definition: CriterionDefinition): Criterion {
  return statistical(definition.name, (context) => claimOf(definition, context));
}

function claimOf(definition: CriterionDefinition, { one, spec: { params } }: CriterionContext): Claim | Refusal {
  const refusal = definition.refuse?.(params);
  if (refusal) return refusal;
  const bar = definition.bar(params);
  if (!(bar > 0 && bar < 1)) return barOutOfReach(definition.name, bar);
  const isProportion = definition.aggregation === 'proportion';
  const toY = (values: readonly number[]) => definition.value(values, params);
  const truth = isProportion ? 'rate' : 'mean';
  return {
    said: definition.claim(params),
    mu0: bar,
    expected: isProportion && one.expected !== undefined && one.expected > bar ? one.expected : usualExpectation(bar),
    toY: isProportion ? zeroOrOne(definition.name, toY) : toY,
    data: isProportion ? 'binary' : 'bounded',
    method: 'gaffke',
    scale: {
      truth,
      bar,
      barInWords: exactPercent(bar),
      wantsMore: true,
      inWords: percent,
      truthInWords: (y) => `the true ${truth} is ${percent(y)}`,
      fromMean: (y) => y,
    },
    estimate: (trials) => estimateOf(trials, toY, isProportion),
    found: (trials) => foundIn(trials, toY, isProportion),
  };
}

function barOutOfReach(name: string, bar: number): Refusal {
  return {
    message: `the bar of ${name} must lie between 0 and 1, got ${bar}`,
    hint: 'no sample can prove 1, and nothing is needed to prove 0',
  };
}

function zeroOrOne(name: string, toY: Claim['toY']): Claim['toY'] {
  return (values) => {
    const y = toY(values);
    if (y === 0 || y === 1) return y;
    throw new Error(`${name} is a proportion, but makes ${y} of a trial: it must be 0 or 1`);
  };
}

/** A trial without a value counts as nothing in a share, and has no place in a mean. */
function estimateOf(trials: readonly TrialValues[], toY: Claim['toY'], isProportion: boolean): number | null {
  const ys = trials.flatMap(({ values }) => (values === null ? [] : [toY(values)]));
  const n = isProportion ? trials.length : ys.length;
  return n === 0 ? null : sum(ys) / n;
}

function foundIn(trials: readonly TrialValues[], toY: Claim['toY'], isProportion: boolean): string {
  const estimate = estimateOf(trials, toY, isProportion);
  if (estimate === null) return 'no trial has a value';
  if (!isProportion) return `the mean is ${percent(estimate)} over ${trialsInWords(trials.length)}`;
  return `${Math.round(estimate * trials.length)} of ${trialsInWords(trials.length)} meet it`;
}
