import type { Check } from '../checking/check.js';
import { command } from './command.js';
import { isJson, jsonSchema } from './json.js';
import { jsonValue } from './json-value.js';
import { maxChars, maxTokens, minChars, minTokens } from './lengths.js';
import {
  contains,
  containsAll,
  containsAny,
  endsWith,
  equals,
  icontains,
  matches,
  notContains,
  notMatches,
  startsWith,
} from './text.js';

/** All checks of `assert:`, in the order of the documentation. */
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
  jsonValue,
  command,
];

/** Returns the check with this name, or undefined. */
export function findCheck(op: string): Check | undefined {
  return checks.find((check) => check.op === op);
}
