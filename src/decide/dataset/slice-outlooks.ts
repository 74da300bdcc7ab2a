import type { Case } from '#model/case.js';
import type { SliceOutlook } from '#model/run/outlook.js';
import type { Criterion } from '../criterion.js';
import { caseOfSlice, sliceContext } from './slice-field-watch.js';

/** Returns the forecast of each slice with a claim: by the test that will decide it, so the e-process if the case may stop early. */
export function sliceOutlooks(testCase: Case, criteria: readonly Criterion[]): readonly SliceOutlook[] {
  return (testCase.dataset?.slices ?? []).flatMap((field) => {
    const { gate } = field;
    if (!gate) return [];
    const context = sliceContext(testCase, field);
    const criterion = criteria.find(({ name }) => name === context.spec.criterion);
    if (!criterion || criterion.refuse(context) !== null) return [];
    return field.values
      .filter(({ reported }) => !reported)
      .map((slice) => {
        const { claim, test, significance_level, n, smallest_n } = criterion.outlook({
          ...context,
          testCase: caseOfSlice(testCase, slice),
        });
        const { field: name } = field;
        return {
          ...{ case: testCase.name, field: name, value: slice.value, must: gate.must },
          ...{ claim, test, significance_level, n, smallest_n },
        };
      });
  });
}
