import { type BehaviorSpec, type RubricSpec, rubricsOf } from '#model/case/grader.js';
import type { Case } from '#model/case.js';
import { markAsData } from '#provider/question/data.js';

/**
 * Version of the part of a judge's prompt that shows a reference. It is part of the stored evidence of prompts whose cases have a reference:
 * change it whenever the wording changes.
 */
export const referenceTemplateVersion = '1';

/** Returns the part of a judge's prompt that shows a reference; nothing without one, so that such prompts stay as they are. */
export function referenceAsData(reference: string | undefined, nonce: string): readonly string[] {
  if (reference === undefined) return [];
  return [`A reference, such as the right answer, for the grader only:\n${markAsData('reference', reference, nonce)}`];
}

/** Returns the reference text of a rubric or behaviour. Throws if the item's value is not inserted, which is an error in eva. */
export function referenceOf({ reference }: RubricSpec | BehaviorSpec): string | undefined {
  if (typeof reference === 'object') throw new Error(`the reference ${JSON.stringify(reference)} is not resolved`);
  return reference;
}

/** Returns true if a judge of these cases sees a reference. */
export function usesReference(cases: readonly Case[]): boolean {
  return cases.some(({ expectations }) =>
    expectations.some(({ grader }) => {
      if (grader.grader === 'trial_passes')
        return rubricsOf(grader.params).some(({ reference }) => reference !== undefined);
      return grader.grader === 'expected_behavior' && grader.params.reference !== undefined;
    }),
  );
}
