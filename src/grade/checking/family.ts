import type { JsonValue } from '#model/data/json.js';
import { type Assess, runNotOf, runOf } from './assessment.js';
import type { Check, RefusedCheck } from './check.js';
import type { Preparation } from './preparation.js';

/** A rule that makes two checks: itself, and its `not_` form. */
export interface Rule {
  readonly op: string;
  /** Reads the value once. It never throws. */
  readonly prepare: (value: JsonValue, preparation: Preparation) => { readonly assess: Assess } | RefusedCheck;
}

/** Returns the checks of a rule: `X` and `not_X`. */
export function withNot(rule: Rule): readonly Check[] {
  return [checkOf(rule), notOf(rule)];
}

/** Returns the check of a rule, without its other forms. */
export function checkOf({ op, prepare }: Rule): Check {
  return {
    op,
    prepare(value, preparation) {
      const prepared = prepare(value, preparation);
      return 'key' in prepared ? prepared : { run: runOf(prepared.assess) };
    },
  };
}

/** Returns the `not_` form of a rule. */
export function notOf({ op, prepare }: Rule): Check {
  return {
    op: `not_${op}`,
    prepare(value, preparation) {
      const prepared = prepare(value, preparation);
      return 'key' in prepared ? prepared : { run: runNotOf(prepared.assess) };
    },
  };
}
