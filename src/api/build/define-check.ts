import type { CheckFunction } from '#model/case/check-function.js';
import { errorOf } from '../error-texts.js';
import { type Fields, fieldProblems } from '../options/fields.js';
import { definitionName, definitionProblems } from './definition.js';
import { own } from './own.js';

/** A custom check. */
export interface CheckDefinition {
  /** The name in reports, lower-case words joined by underscores: `names_the_order`. */
  readonly name: string;
  /** Returns true, false or `{ pass, reason }`, or a promise of it. It must give the same answer each time. */
  readonly check: CheckFunction;
}

/** A check of `defineCheck`: an item of `assert`. */
export interface DefinedCheck {
  readonly module: string;
  readonly [own]: CheckDefinition;
}

const nameHint = 'write lower-case words joined by underscores, as in names_the_order';

const fields: Fields<CheckDefinition> = {
  name: { is: 'a text', needed: nameHint },
  check: { is: 'a function', needed: 'give it a function of a response' },
};

/**
 * Makes an item of `assert` from a function like those of `module` in eval.yml: `(response, facts) => boolean | { pass, reason }`. An error,
 * any other result, and an answer after 2 s fail the check. The first response of an evaluation is checked twice: two answers reject it with
 * EVA_IMPURE_CHECK. Throws `EvaError` with all problems of the definition.
 */
export function defineCheck(definition: CheckDefinition): DefinedCheck {
  const file = definitionName('defineCheck', definition);
  const shape = fieldProblems(definition, fields, file);
  const problems = shape.length > 0 ? shape : nameProblems(definition, file);
  if (problems.length > 0) throw errorOf(problems);
  const { name, check } = definition;
  return Object.freeze({ module: `#${name}`, [own]: Object.freeze({ name, check }) });
}

function nameProblems({ name }: CheckDefinition, file: string) {
  const isName = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name);
  return definitionProblems(file, [
    [!isName, 'name', 'EVA_BAD_VALUE:definition_name', { of: 'check', name, advice: nameHint }],
  ]);
}
