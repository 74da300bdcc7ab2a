import type { CriterionSpec } from '#model/case/criterion-spec.js';
import type { Case } from '#model/case.js';
import { isPassable, type Outlook, type SliceOutlook } from '#model/run/outlook.js';
import type { Criterion, CriterionContext, Refusal } from './criterion.js';
import { gatesInContext, sliceOutlooks, underpoweredSlices } from './dataset/slice-outlooks.js';
import { criteria as builtIn } from './index.js';

/** Returns the outlook of each criterion of a case, in order. Skips criteria that are unknown or refused. */
export function outlooksOf(testCase: Case, criteria: readonly Criterion[] = builtIn): readonly Outlook[] {
  return criteriaInContext(testCase, criteria).flatMap(({ criterion, context }) =>
    criterion && criterion.refuse(context) === null ? [criterion.outlook(context)] : [],
  );
}

/** Returns the outlook of each criterion of a case that cannot pass, in order. Criteria with `canPass` need no outlook if they can. */
export function underpoweredOutlooks(
  testCase: Case,
  criteria: readonly Criterion[] = builtIn,
): readonly { readonly context: CriterionContext; readonly outlook: Outlook }[] {
  return criteriaInContext(testCase, criteria).flatMap(({ criterion, context }) => {
    if (!criterion || criterion.refuse(context) !== null || criterion.canPass?.(context)) return [];
    const outlook = criterion.outlook(context);
    return isPassable(outlook) ? [] : [{ context, outlook }];
  });
}

/** Returns the forecast of each slice with a claim, in the order of the fields. */
export function sliceOutlooksOf(testCase: Case, criteria: readonly Criterion[] = builtIn): readonly SliceOutlook[] {
  return sliceOutlooks(testCase, criteria);
}

/** Returns the forecast of each slice that must pass and cannot, in the order of the fields. */
export function underpoweredSlicesOf(
  testCase: Case,
  criteria: readonly Criterion[] = builtIn,
): readonly SliceOutlook[] {
  return underpoweredSlices(testCase, criteria);
}

/** Returns the criteria of a case and of its slices that cannot be used where they are, each with the reason. */
export function refusedCriteria(
  testCase: Case,
  criteria: readonly Criterion[] = builtIn,
): readonly { readonly spec: CriterionSpec; readonly refusal: Refusal }[] {
  return [...criteriaInContext(testCase, criteria), ...gatesInContext(testCase, criteria)].flatMap((claimed) => {
    const { criterion, context } = claimed;
    const refusal = criterion?.refuse(context);
    return refusal ? [{ spec: context.spec, refusal }] : [];
  });
}

/** Lists the criteria of a case in their expectations, in order. */
export function criteriaInContext(
  testCase: Case,
  criteria: readonly Criterion[],
): readonly { readonly criterion: Criterion | undefined; readonly context: CriterionContext }[] {
  return testCase.expectations.flatMap((expectation) =>
    expectation.criteria.map((spec) => ({
      criterion: criteria.find(({ name }) => name === spec.criterion),
      context: { testCase, expectation, spec },
    })),
  );
}
