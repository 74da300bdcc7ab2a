import type { Check, CheckFamily } from '../checking/check.js';
import { command } from './code/command.js';
import { module } from './code/module.js';
import { isJson, jsonSchema } from './json.js';
import { jsonValue } from './json-value.js';
import { maxChars, maxTokens, minChars, minTokens } from './lengths.js';
import { contains, icontains } from './text/contains.js';
import { matches } from './text/matches.js';
import { endsWith, equals, startsWith } from './text/whole-text.js';

/** All checks of `assert:` with their forms, in the order of the documentation. */
export const families: readonly CheckFamily[] = [
  contains,
  icontains,
  equals,
  startsWith,
  endsWith,
  matches,
  minTokens,
  maxTokens,
  minChars,
  maxChars,
  isJson,
  jsonSchema,
  jsonValue,
  command,
  module,
];

/** All checks of `assert:`. */
export const checks: readonly Check[] = families.flatMap((family) => family.checks);

const byName = new Map(checks.map((check) => [check.op, check]));

/** Returns the check with this name, or undefined. */
export function findCheck(op: string): Check | undefined {
  return byName.get(op);
}
