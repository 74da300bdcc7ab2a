import type { Case } from '#model/case.js';
import type { JsonValue } from '#model/data/json.js';
import { caseOn, type PlacedExample, share, withClasses } from '../../support/dataset-case.js';
import { criterion } from '../../support/statistical-case.js';

/** An answer to an item of a class: the answered class, `-` for none of them, or the reason that there is none. */
export type Answer = readonly [expected: string, answered: string];

export function trialsOf(answers: readonly Answer[]): PlacedExample[] {
  return answers.map(([expected, answered]) => {
    if (answered === 'failed' || answered === 'ungraded') {
      return { value: answered, classes: { expected, answered: null } };
    }
    return {
      value: Number(expected === answered),
      classes: { expected, answered: answered === '-' ? null : answered },
    };
  });
}

export function caseOfClasses(
  answers: readonly Answer[],
  [name, params, level = 0.05]: readonly [string, Record<string, JsonValue>, number?],
  changes: Partial<Case> & { readonly claim?: 'population' | 'file' } = {},
): Case {
  const { claim = 'population', ...rest } = changes;
  const kept: Record<string, number> = { a: 0, b: 0, c: 0 };
  for (const [expected] of answers) kept[expected] = (kept[expected] ?? 0) + 1;
  const one = caseOn({ kept: answers.length, claim }, share(0.01), { stop_early: false, ...rest });
  return withClasses(one, kept, [criterion(name, params, level)]);
}
