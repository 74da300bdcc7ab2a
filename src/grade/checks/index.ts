import { called } from '../calling/called.js';
import { maxCalls, minCalls } from '../calling/counts.js';
import { calledInOrder } from '../calling/order.js';
import { validCalls } from '../calling/valid-calls.js';
import type { Check } from '../checking/check.js';
import { atLeast } from './at-least.js';
import { command } from './code/command.js';
import { module } from './code/module.js';
import { isJson, jsonSchema } from './json.js';
import { jsonValue } from './json-value.js';
import { maxChars, maxTokens, minChars, minTokens } from './lengths.js';
import { number } from './number.js';
import { refuses } from './refuses.js';
import { maxCost, maxLatency } from './reply-limits.js';
import { similar } from './similar.js';
import { contains, icontains } from './text/contains.js';
import { matches } from './text/matches.js';
import { endsWith, equals, startsWith } from './text/whole-text.js';

const countable: readonly Check[] = [
  ...contains,
  ...icontains,
  ...equals,
  ...startsWith,
  ...endsWith,
  ...matches,
  minTokens,
  maxTokens,
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
  command,
  module,
];

const countableByOp = new Map(countable.map((check) => [check.op, check]));

/** All checks of `assert:` with their forms, in the order of the documentation. */
export const checks: readonly Check[] = [...countable, atLeast((op) => countableByOp.get(op))];

const byOp = new Map(checks.map((check) => [check.op, check]));

export function findCheck(op: string): Check | undefined {
  return byOp.get(op);
}
