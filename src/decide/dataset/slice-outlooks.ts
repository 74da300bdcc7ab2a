import type { Case } from '#model/case.js';
import { isPassable, type SliceOutlook } from '#model/run/outlook.js';
import type { Criterion, CriterionContext } from '../criterion.js';
import { caseOfSlice, sliceContext } from './slice-field-watch.js';

/** A slice with a claim, and the criterion that decides it. */
interface ClaimedSlice extends Pick<SliceOutlook, 'field' | 'value' | 'must'> {
  readonly criterion: Criterion;
  readonly context: CriterionContext;
}

/** Returns the forecast of each slice with a claim: by the test that will decide it. */
export function sliceOutlooks(testCase: Case, criteria: readonly Criterion[]): readonly SliceOutlook[] {
  return claimedSlices(testCase, criteria).map(outlookOf);
}

/** Returns the forecast of each slice that must pass and cannot. Slices that can pass get no forecast, which takes long. */
export function underpoweredSlices(testCase: Case, criteria: readonly Criterion[]): readonly SliceOutlook[] {
  return claimedSlices(testCase, criteria)
    .filter(({ must, criterion, context }) => must === 'pass' && !criterion.canPass?.(context))
    .map(outlookOf)
    .filter((outlook) => !isPassable(outlook));
}

/** Returns the claim of each field with a gate, and the criterion that decides it. */
export function gatesInContext(testCase: Case, criteria: readonly Criterion[]) {
  return (testCase.dataset?.slices ?? []).flatMap((field) => {
    if (!field.gate) return [];
    const context = sliceContext(testCase, field);
    const criterion = criteria.find(({ name }) => name === context.spec.criterion);
    return [{ field, must: field.gate.must, criterion, context }];
  });
}

function claimedSlices(testCase: Case, criteria: readonly Criterion[]): readonly ClaimedSlice[] {
  return gatesInContext(testCase, criteria).flatMap(({ field: { field, values }, must, criterion, context }) => {
    if (!criterion || criterion.refuse(context) !== null) return [];
    return values
      .filter(({ reported }) => !reported)
      .map((slice) => ({
        field,
        value: slice.value,
        must,
        criterion,
        context: { ...context, testCase: caseOfSlice(testCase, slice) },
      }));
  });
}

function outlookOf({ field, value, must, criterion, context }: ClaimedSlice): SliceOutlook {
  const { claim, test, significance_level, n, smallest_n, power } = criterion.outlook(context);
  return { case: context.testCase.name, field, value, must, claim, test, significance_level, n, smallest_n, power };
}
