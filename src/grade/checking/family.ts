import type { JsonObject, JsonValue } from '#model/data/json.js';
import { type Assess, runNotOf, runOf } from './assessment.js';
import type { Check, CheckFamily, RefusedCheck } from './check.js';
import type { Preparation } from './preparation.js';

/** A rule that makes two checks: itself, and its `not_` form. */
export interface Rule {
  readonly op: string;
  /** The JSON Schema of its value, without a description. */
  readonly schema: JsonObject;
  /** When the check holds, and when its `not_` form does: a sentence each. */
  readonly about: string;
  readonly aboutNot: string;
  readonly example: string;
  readonly holdsIf: string;
  /** Reads the value once. It never throws. */
  readonly prepare: (value: JsonValue, preparation: Preparation) => { readonly assess: Assess } | RefusedCheck;
}

/** Returns the family of a rule: `X` and `not_X`. */
export function withNot(rule: Rule): CheckFamily {
  return { checks: [checkOf(rule), notOf(rule)], example: rule.example, holdsIf: rule.holdsIf };
}

/** Returns the family of a check without other forms. */
export function alone(check: Check, example: string, holdsIf: string): CheckFamily {
  return { checks: [check], example, holdsIf };
}

/** Returns the check of a rule, without its other forms. */
export function checkOf({ op, schema, about, prepare }: Omit<Rule, 'aboutNot'>): Check {
  return {
    op,
    schema: { description: about, ...schema },
    prepare(value, preparation) {
      const prepared = prepare(value, preparation);
      return 'key' in prepared ? prepared : { run: runOf(prepared.assess) };
    },
  };
}

/** Returns the `not_` form of a rule. */
export function notOf({ op, schema, aboutNot, prepare }: Rule): Check {
  return {
    op: `not_${op}`,
    schema: { description: aboutNot, ...schema },
    prepare(value, preparation) {
      const prepared = prepare(value, preparation);
      return 'key' in prepared ? prepared : { run: runNotOf(prepared.assess) };
    },
  };
}
