import type { Check } from '../check-parts/check.js';
import { atLeastCheck } from './at-least.js';
import { called, calledInOrder, maxCalls, minCalls, validCalls } from './calls.js';
import { commandCheck, module } from './code.js';
import { isJson, jsonSchema, jsonValue } from './json.js';
import { maxChars, maxCost, maxLatency, maxTokensCheck, minChars, minTokens } from './limits.js';
import { number } from './number.js';
import { refuses } from './refuses.js';
import { similar } from './similar.js';
import { contains, endsWith, equals, icontains, matches, startsWith } from './text.js';

const countable: readonly Check[] = [
  ...contains,
  ...icontains,
  ...equals,
  ...startsWith,
  ...endsWith,
  ...matches,
  minTokens,
  maxTokensCheck,
  minChars,
  maxChars,
  ...isJson,
  ...jsonSchema,
  ...jsonValue,
  number,
  maxLatency,
  maxCost,
  ...refuses,
  similar,
  ...called,
  calledInOrder,
  minCalls,
  maxCalls,
  validCalls,
  commandCheck,
  module,
];

const countableByOp = new Map(countable.map((check) => [check.op, check]));

/** All checks of `assert:` with their forms, in the order of the documentation. */
export const checks: readonly Check[] = [...countable, atLeastCheck((op) => countableByOp.get(op))];

const byOp = new Map(checks.map((check) => [check.op, check]));

export function findCheck(op: string): Check | undefined {
  return byOp.get(op);
}
