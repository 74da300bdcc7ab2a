import type { Check } from '../checking/check.js';
import { maxChars, minChars } from './chars.js';
import { command } from './command.js';
import { contains } from './contains.js';
import { containsAll } from './contains-all.js';
import { containsAny } from './contains-any.js';
import { endsWith } from './ends-with.js';
import { equals } from './equals.js';
import { icontains } from './icontains.js';
import { isJson } from './is-json.js';
import { jsonSchema } from './json-schema.js';
import { matches, notMatches } from './matches.js';
import { notContains } from './not-contains.js';
import { startsWith } from './starts-with.js';
import { maxTokens, minTokens } from './tokens.js';

/** Every check that `assert:` knows, in the order in which the documentation tells of them. */
export const checks: readonly Check[] = [
  contains,
  notContains,
  containsAny,
  containsAll,
  icontains,
  equals,
  startsWith,
  endsWith,
  matches,
  notMatches,
  minTokens,
  maxTokens,
  minChars,
  maxChars,
  isJson,
  jsonSchema,
  command,
];

/** The check with this name, or undefined. */
export function findCheck(op: string): Check | undefined {
  return checks.find((check) => check.op === op);
}
