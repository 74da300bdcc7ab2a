import type { Case } from '#model/case.js';
import type { PairQuestion } from '#model/pairs/comparison.js';
import { isPassable, type Outlook } from '#model/run/outlook.js';
import type { CriterionSpec } from '#model/settings.js';
import { countingOf } from './claim.js';
import { criteria as builtIn, findCriterion } from './criteria/index.js';
import type { Criterion, CriterionContext, Refusal } from './criterion.js';
import { gatesInContext } from './dataset/slices.js';
import { PairClaims } from './pairs/pair-claims.js';
import { pairUnits } from './pairs/pair-units.js';
import { isByPeople } from './people/people-criterion.js';

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

export function refusedCriteria(
  testCase: Case,
  criteria: readonly Criterion[] = builtIn,
): readonly { readonly spec: CriterionSpec; readonly refusal: Refusal }[] {
  const claimed = [...criteriaInContext(testCase, criteria), ...gatesInContext(testCase, criteria)];
  return claimed.flatMap(({ criterion, context }) => {
    const refusal = criterion?.refuse(context);
    return refusal ? [{ spec: context.spec, refusal }] : [];
  });
}

/** Lists the criteria of a case in their expectations, in order. */
function criteriaInContext(
  testCase: Case,
  criteria: readonly Criterion[],
): readonly { readonly criterion: Criterion | undefined; readonly context: CriterionContext }[] {
  return testCase.expectations.flatMap((expectation) =>
    expectation.criteria.map((spec) => ({
      criterion: findCriterion(spec.criterion, criteria),
      context: { testCase, expectation, spec },
    })),
  );
}

/**
 * Returns the fewest trials with which a case can pass: it stops once each of its tests has passed on perfect trials. All of them if it does
 * not stop early, without a test, and if slices or classes must pass.
 */
export function leastTrials(testCase: Case, criteria: readonly Criterion[] = builtIn): number {
  const { sample_size, dataset } = testCase;
  const isGated = dataset?.slices.some(({ gate }) => gate !== undefined) === true;
  if (!mayStop(testCase) || isGated) return sample_size;
  const units = criteriaInContext(testCase, criteria).map(({ criterion, context }) =>
    criterion?.least && !isByPeople(context.spec) ? criterion.least(context) : sample_size,
  );
  const draws = countingOf(testCase).isPooled ? 1 : (dataset?.draws ?? 1);
  return units.length === 0 ? sample_size : Math.min(sample_size, Math.max(...units) * draws);
}

/** Returns the fewest pairs of trials with which the outcome of a compared case can be certain: in each, B is right and A is not. */
export function leastPairs(
  testCase: Case,
  { margin, alpha }: PairQuestion,
  { cases, seeksBetter }: { readonly cases: number; readonly seeksBetter: boolean },
): number {
  if (!mayStop(testCase) || !testCase.sequential) return testCase.sample_size;
  const units = pairUnits(testCase);
  const best = { least: 1, most: 1 };
  const design = { units, margin, level: alpha / cases, seeksBetter };
  const claims = new PairClaims(design);
  let pairs = 0;
  for (; pairs < units.n && claims.outcome() === null; pairs += 1) claims.push({ low: best, high: best, size: 1 });
  return Math.min(testCase.sample_size, pairs * units.draws);
}

function mayStop({ stop_early, look }: Case): boolean {
  return stop_early && !look;
}
