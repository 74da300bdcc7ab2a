import type { ClassSpec } from '#model/grader.js';
import { problem } from '#model/problem.js';
import type { Outlook } from '#model/run/outlook.js';
import type { Verdict } from '#model/run/verdict.js';
import { decisiveBound } from '#model/text/bounds.js';
import { groupedDigits } from '#model/text/quoted.js';
import { sampleSize, shareOfF1 } from '#stats/binomial.js';
import { countingOf, formatCount, formatExactPercent, formatPercent, numberInWords } from '../claim.js';
import { type Criterion, type CriterionContext, levelOf, type Refusal, type Watch, worstStatus } from '../criterion.js';
import type { ClassClaim, ClassMeasure } from '../dataset/class-tally.js';
import {
  type ClassConclusion,
  type ClassTest,
  classTest,
  classTestName,
  leastItems,
  powerOfRecall,
} from '../dataset/class-test.js';
import { noPassLeft } from '../reason.js';
import { outcomeAt, plannedPower } from '../statistical-tests/statistical-test.js';
import { noTrials, tally } from '../trial-values.js';

/** `recall_gte`, `precision_gte` and `f1_gte`: a share of one class, or of each class, is at least a bar. */
export const shareOfClassCriteria: readonly Criterion[] = (['recall', 'precision', 'f1'] as const).map((measure) => ({
  name: `${measure}_gte`,
  refuse: refuseOther,
  canPass: (context) => fewest(context, measure).every(({ items, needed }) => needed !== null && items >= needed),
  outlook: (context) => outlook(context, measure),
  watch: (context) => watch(context, measure),
}));

function refuseOther({ expectation: { grader } }: CriterionContext): Refusal | null {
  if (grader.grader === 'class') return null;
  return problem('EVA_BAD_CRITERIA:no_classes', 'this criterion decides on classes, and this expectation has none', {
    hint: 'put it under a then: item with class:, or use proportion_gte',
  });
}

const nouns: Readonly<Record<ClassMeasure, string>> = { recall: 'recall', precision: 'precision', f1: 'F1' };

function classSpecOf({ expectation: { grader } }: CriterionContext): ClassSpec {
  if (grader.grader !== 'class') throw new Error(`${grader.grader} has no classes`);
  return grader.params;
}

function claimedClasses({ spec: { params } }: CriterionContext, { of }: ClassSpec): readonly string[] {
  return params['class'] === 'each' || typeof params['class'] !== 'string' ? of : [params['class']];
}

function barOf({ spec: { params } }: CriterionContext): number {
  return numberInWords(params, 'proportion') ?? 0;
}

/** Returns the bar of the tested share: J for F1. */
function testedBar(context: CriterionContext, measure: ClassMeasure): number {
  const bar = barOf(context);
  return measure === 'f1' ? shareOfF1(bar) : bar;
}

function claimOf(context: CriterionContext, measure: ClassMeasure, name: string): ClassClaim {
  const together = claimedClasses(context, classSpecOf(context)).length;
  return { measure, name, mu0: testedBar(context, measure), alpha: levelOf(context.spec), together };
}

function claimText(context: CriterionContext, measure: ClassMeasure): string {
  const { class: name } = context.spec.params;
  const what = name === 'each' ? 'each class' : String(name);
  return `the ${nouns[measure]} of ${what} is at least ${formatExactPercent(barOf(context))}`;
}

/** Returns the claimed classes with too few items to show the claim, even if every one is answered right. */
export function scarceClasses(context: CriterionContext): readonly FewItems[] {
  const { criterion } = context.spec;
  const measure = (['recall', 'precision', 'f1'] as const).find((name) => criterion === `${name}_gte`);
  if (!measure || refuseOther(context) !== null) return [];
  return fewest(context, measure).filter(({ items, needed }) => needed === null || items < needed);
}

/** Returns for each claimed class the greatest number of its items that are asked, and the fewest that can show the claim. */
function fewest(context: CriterionContext, measure: ClassMeasure): readonly FewItems[] {
  const spec = classSpecOf(context);
  return claimedClasses(context, spec).map((name) => {
    const index = spec.of.indexOf(name);
    const items = spec.asked[index] ?? 0;
    const needed = leastItems(context.testCase, spec, claimOf(context, measure, name));
    return { name, items, needed };
  });
}

function outlook(context: CriterionContext, measure: ClassMeasure): Outlook {
  const { testCase, expectation, spec } = context;
  const classes = fewest(context, measure);
  const scarcest = classes.reduce((least, fewItems) =>
    fewItems.items - (fewItems.needed ?? Infinity) < least.items - (least.needed ?? Infinity) ? fewItems : least,
  );
  return {
    case: testCase.name,
    about: expectation.about,
    criterion: spec.criterion,
    claim: claimText(context, measure),
    test: classTestName(testCase, classSpecOf(context), claimOf(context, measure, scarcest.name)),
    significance_level: levelOf(spec),
    n: scarcest.items,
    smallest_n: scarcest.needed,
    max_failures: null,
    can_fail: null,
    power: powerOf(context, measure),
    needed_n: null,
    is_widest_spread: false,
  };
}

/**
 * Returns the power of a claim about recall: classes share no item, so the powers of several are multiplied. null for other measures: how many
 * answers count is not known beforehand.
 */
function powerOf(context: CriterionContext, measure: ClassMeasure): Outlook['power'] {
  if (measure !== 'recall') return null;
  const spec = classSpecOf(context);
  const powers = claimedClasses(context, spec).map((name) =>
    powerOfRecall(context.testCase, spec, claimOf(context, measure, name)),
  );
  const at = powers[0]?.at ?? 1;
  const value = powers.reduce((chance, power) => chance * power.value, 1);
  return { at, value, truth: `the true recall is ${formatPercent(at)}` };
}

function watch(context: CriterionContext, measure: ClassMeasure): Watch {
  const spec = classSpecOf(context);
  const tests = claimedClasses(context, spec).map((name) =>
    classTest(context.testCase, spec, claimOf(context, measure, name)),
  );
  let seen = noTrials;
  return {
    push: (unit) => {
      for (const trial of unit) {
        seen = tally(seen, trial);
        for (const test of tests) test.push(trial);
      }
    },
    status: () => worstStatus(tests.map((test) => test.status())),
    isAgainst: ({ values }) => values?.[0] !== 1,
    verdict: () => verdictOf(context, measure, tests, seen),
  };
}

/** Decides the claim. All classes must pass at the level (no correction); that one of them fails is corrected for their number. */
function verdictOf(
  context: CriterionContext,
  measure: ClassMeasure,
  tests: readonly ClassTest[],
  { used, failed, ungraded }: typeof noTrials,
): Verdict {
  const alpha = levelOf(context.spec);
  const results = tests.map((test) => test.conclude());
  const p_value = Math.max(...results.map((result) => result.p_value));
  const fail_p = Math.min(1, tests.length * Math.min(...results.map((result) => result.fail_p)));
  const lowest = results.reduce((least, result) => (isWorse(result, least) ? result : least));
  const outcome = outcomeAt(alpha, p_value, fail_p);
  const counting = countingOf(context.testCase);
  const share = lowest.estimate === null ? 'no answer' : formatPercent(lowest.estimate);
  const counts = measure === 'f1' ? '' : ` (${lowest.hits} of ${lowest.n})`;
  const observed = `${nouns[measure]} of ${lowest.name} ${share}${counts}`;
  const bar = formatExactPercent(barOf(context));
  const { lower, upper } = lowest;
  const bound = lower === upper ? null : decisiveBound({ outcome, lower, upper }, formatPercent); // counted if they are equal
  const isWhole = used >= counting.n;
  const needed_n = outcome === 'inconclusive' && isWhole ? neededItems(context, measure, lowest.estimate) : null;
  const isStopped = outcome === 'inconclusive' && !isWhole && tests.some((test) => test.status() === 'cannot_pass');
  const advice =
    needed_n !== null
      ? `about ${groupedDigits(needed_n)} items of the class would give an 80% chance of a pass if what was seen is its true value`
      : isStopped
        ? `stopped: ${noPassLeft}`
        : null;
  const parts = [
    tests.length > 1 ? `the least certain: ${observed}` : observed,
    ...(bound === null ? [] : [`with ${formatPercent(1 - alpha)} confidence ${bound}`]),
    `the bar is ${bar}`,
    ...(!isWhole ? [`decided after ${formatCount(used, counting.noun)}`] : []),
    ...(advice === null ? [] : [advice]),
  ];
  return {
    about: context.expectation.about,
    criterion: context.spec.criterion,
    claim: claimText(context, measure),
    outcome,
    significance_level: alpha,
    estimate: lowest.estimate,
    interval: { lower, upper },
    p_value,
    fail_p,
    n: counting.n,
    used,
    failed,
    ungraded,
    needed_n,
    words: { found: observed, bound, bar, ...(advice !== null && { advice }) },
    reason: parts.join('; '),
  };
}

/** Returns true if the claim is further from being shown for one class than for another. */
function isWorse(result: ClassConclusion, other: ClassConclusion): boolean {
  if (result.p_value !== other.p_value) return result.p_value > other.p_value;
  return (result.estimate ?? 1) < (other.estimate ?? 1);
}

/** Returns the number of items that count for a measure with which the exact test has the planned power at the observed value. */
function neededItems(context: CriterionContext, measure: ClassMeasure, estimate: number | null): number | null {
  const p0 = testedBar(context, measure);
  const p1 = estimate === null ? 0 : measure === 'f1' ? shareOfF1(estimate) : estimate;
  if (p1 <= p0 || p1 >= 1) return null;
  return sampleSize({ p0, p1, alpha: levelOf(context.spec), power: plannedPower }).n_first;
}

export interface FewItems {
  readonly name: string;
  readonly items: number;
  readonly needed: number | null;
}
