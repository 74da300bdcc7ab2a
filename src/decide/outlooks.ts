import type { Case, CriterionSpec } from '#model/case.js';
import type { Outlook } from '#model/run/outlook.js';
import type { Criterion, CriterionContext, Refusal } from './criterion.js';
import { criteria as builtIn } from './index.js';

/** What can be said of each criterion of a case beforehand, in order. Criteria that are unknown or refused have none. */
export function outlooksOf(one: Case, criteria: readonly Criterion[] = builtIn): readonly Outlook[] {
  return placed(one, criteria).flatMap(({ criterion, context }) =>
    criterion && criterion.refuse(context) === null ? [criterion.outlook(context)] : [],
  );
}

/** The criteria of a case that cannot decide what they stand under, each with why. */
export function refusedCriteria(
  one: Case,
  criteria: readonly Criterion[] = builtIn,
): readonly { readonly spec: CriterionSpec; readonly refusal: Refusal }[] {
  return placed(one, criteria).flatMap(({ criterion, context }) => {
    const refusal = criterion?.refuse(context);
    return refusal ? [{ spec: context.spec, refusal }] : [];
  });
}

function placed(
  one: Case,
  criteria: readonly Criterion[],
): readonly { readonly criterion: Criterion | undefined; readonly context: CriterionContext }[] {
  return one.expectations.flatMap((expectation) =>
    expectation.criteria.map((spec) => ({
      criterion: criteria.find(({ name }) => name === spec.criterion),
      context: { one, expectation, spec },
    })),
  );
}
