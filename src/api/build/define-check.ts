import type { JsonValue } from '#model/data/json.js';
import type { CheckFunction } from '#model/grader.js';
import type { Fields } from '../options/fields.js';
import { checkDefinition, isDefinitionName } from './definition.js';
import { frozenCopy } from './frozen-copy.js';
import { own } from './own.js';

/** A custom check. */
export interface CheckDefinition {
  /** The name in reports, lower-case words joined by underscores: `names_the_order`. */
  readonly name: string;
  /** Returns true, false or `{ pass, reason }`, or a promise of it. It must give the same answer each time. */
  readonly check: CheckFunction;
  /** Data that the function gets as `args`. Default: null. */
  readonly args?: JsonValue | undefined;
}

/** A check of `defineCheck`: an item of `assert`. */
export interface DefinedCheck {
  readonly about: string;
  readonly module: string | { readonly use: string; readonly args: JsonValue };
  readonly [own]: Pick<CheckDefinition, 'name' | 'check'>;
}

const nameHint = 'write lower-case words joined by underscores, as in names_the_order';

const fields: Fields<CheckDefinition> = {
  name: { is: 'a text', needed: nameHint },
  check: { is: 'a function', needed: 'give it a function of a response' },
  args: { is: 'plain data' },
};

/**
 * Makes an item of `assert` from a function like those of `module` in eval.yml: `(response, facts) => boolean | { pass, reason }`. An error,
 * any other result, and an answer after 2 s fail the check. The first response of an evaluation is checked twice: two answers reject it with
 * EVA_IMPURE_CHECK. Throws `EvaError` with all problems of the definition.
 */
export function defineCheck(definition: CheckDefinition): DefinedCheck {
  checkDefinition(['defineCheck', defineCheck], definition, fields, ({ name }) => [
    [!isDefinitionName(name), 'name', 'EVA_BAD_VALUE:definition_name', { of: 'check', name, advice: nameHint }],
  ]);
  const { name, check, args } = definition;
  const use = `#${name}`;
  const module = args === undefined ? use : { use, args: frozenCopy(args) };
  return Object.freeze({ about: name, module, [own]: Object.freeze({ name, check }) });
}
