import { isObject, type JsonObject, type JsonValue } from '#model/data/json.js';
import { describeUnreadable, type ToolCall, type UnreadableArguments } from '#model/reply/exchange.js';
import { isUnreadable } from '#model/reply/reported-calls.js';
import { brokenTurn, type Trial } from '#model/run/trial.js';
import { isBlank } from '#model/text/characters.js';
import { plural } from '#model/text/quoted.js';
import { type CheckContext, isAssessed } from '../check-parts/check.js';
import { clipExcerpt, quote } from '../check-parts/excerpt.js';
import { inexactIn } from '../check-parts/json-equality.js';
import { pointerOf } from '../check-parts/json-in-response.js';
import { type Preparation, type RefusedCheck, refusedCheck } from '../check-parts/preparation.js';
import { type ReadSchema, readSchemaValue, validate } from './json.js';

/** The calls that a check asks for. */
export interface WantedCall {
  readonly tool: string;
  /** The arguments that a call must have; undefined for any. */
  readonly arguments: JsonValue | undefined;
  readonly exactly: boolean;
  readonly schema: ReadSchema | undefined;
  readonly times: Times;
}

const keys = ['tool', 'arguments', 'arguments_schema', 'exactly', 'times'];

/** Reads the value of a check about calls: the name of a tool, or a mapping with `tool`. */
export function readWantedCall(value: JsonValue, preparation: Preparation): WantedCall | RefusedCheck {
  if (typeof value === 'string') return readWantedCall({ tool: value }, preparation);
  if (!isObject(value) || Object.keys(value).some((key) => !keys.includes(key))) return notCall;
  const { tool, arguments: wanted, arguments_schema, exactly = false } = value;
  if (typeof tool !== 'string' || isBlank(tool) || typeof exactly !== 'boolean') return notCall;
  if (exactly && wanted === undefined)
    return refusedCheck(
      'EVA_BAD_CHECK:exactly_nothing',
      '"exactly" needs "arguments"',
      'write arguments: {} for a call without arguments',
    );
  const inexact = wanted === undefined ? undefined : inexactIn(wanted, 0);
  if (inexact !== undefined)
    return refusedCheck(
      'EVA_BAD_CHECK:inexact',
      `"arguments" holds a whole number beyond 2^53 (about ${inexact}), and other numbers are read as the same`,
      'declare it as a text in the tool, and write it in quotes',
    );
  const times = readTimes(value['times']);
  if (!times)
    return refusedCheck(
      'EVA_BAD_CHECK:not_times',
      '"times" must be a whole number from 1, or { min, max } with min at most max',
      'write times: 2, or times: { min: 1, max: 3 }; for never, write not_called',
    );
  const schema = arguments_schema === undefined ? undefined : readSchemaValue(arguments_schema, preparation);
  return schema && 'problemOf' in schema ? schema : { tool, arguments: wanted, exactly, schema, times };
}

export const notCall: RefusedCheck = refusedCheck(
  'EVA_BAD_CHECK:not_call',
  'the value must be the name of a tool, or a mapping with "tool"',
  (op) => `write ${op}: refund, or ${op}: { tool: refund, arguments: { order: 7 } }`,
);

/** How a call of the wanted tool compares: the differences, `[]` if it fits, or why that cannot be decided. */
type Comparison = readonly Difference[] | { readonly cannot: string };

/** Compares a call of the wanted tool with the wanted arguments. Unreadable arguments fit only if no arguments are asked for. */
export async function compareCall(
  { arguments: given }: ToolCall,
  { arguments: wanted, exactly, schema }: WantedCall,
  context: CheckContext,
): Promise<Comparison> {
  if (wanted === undefined && !schema) return [];
  if (isUnreadable(given)) return [() => unreadableInWords(given)];
  const differences = wanted === undefined ? [] : argumentDifferences(given, wanted, exactly);
  if (!schema || differences.length > 0) return differences;
  const validity = await validate(schema, given, context);
  if (!isAssessed(validity)) return { cannot: validity.reason };
  return validity.holds ? [] : [() => `the arguments are not valid: ${validity.explain().reason}`];
}

/** Describes a call on one line of at most 160 characters: `search {"query":"refund"}`. */
export function callInWords({ name, arguments: given }: ToolCall): string {
  return clipExcerpt(
    `${nameInWords(name)} ${isUnreadable(given) ? quote(given.unreadable) : JSON.stringify(given)}`,
    160,
  );
}

/** Says why the arguments of a call cannot be read: `the arguments are no JSON: "{"`. */
export function unreadableInWords(given: UnreadableArguments): string {
  const text = given.unreadable === 'null' ? '' : `: ${quote(given.unreadable)}`;
  return `the arguments are ${describeUnreadable(given)}${text}`;
}

/** Returns the name of a tool as it is if it is a plain word, else in quotes. */
export function nameInWords(name: string): string {
  return /^[\w.-]{1,64}$/.test(name) ? name : quote(name);
}

const listed = 8;

/** Lists the names of calls in their order: `search, search, refund`. */
export function namesInWords(calls: readonly { readonly name: string }[]): string {
  const shown = calls.slice(0, listed).map(({ name }) => nameInWords(name));
  return [...shown, ...(calls.length > listed ? [`and ${calls.length - listed} more`] : [])].join(', ');
}

/** How many differences are counted: enough to see which call comes nearest. */
const mostCounted = 20;

/** A difference between a value and the expected one, as a sentence that is only made if it is shown. */
export type Difference = () => string;

/**
 * Lists where a value differs from the expected one, at most 20 times. Mappings are compared by key: keys that are not expected are
 * allowed, unless `exactly` is true. Lists are compared by position and length, numbers by value.
 */
export function argumentDifferences(found: JsonValue, expected: JsonValue, exactly: boolean): readonly Difference[] {
  const differences: Difference[] = [];
  compare(found, expected, { exactly, keys: [], differences });
  return differences;
}

interface Walk {
  readonly exactly: boolean;
  /** The keys and positions that lead to the current value. */
  readonly keys: readonly string[];
  readonly differences: Difference[];
}

function compare(found: JsonValue, expected: JsonValue, walk: Walk): void {
  if (isObject(expected) && isObject(found)) compareMappings(found, expected, walk);
  else if (Array.isArray(expected) && Array.isArray(found)) compareLists(found, expected, walk);
  else if (found !== expected) add(walk, () => `is ${quote(found)}, expected ${quote(expected)}`);
}

function compareMappings(found: JsonObject, expected: JsonObject, walk: Walk): void {
  for (const [key, wanted] of Object.entries(expected)) {
    if (isFull(walk)) return;
    const inside = { ...walk, keys: [...walk.keys, key] };
    const given = Object.hasOwn(found, key) ? found[key] : undefined;
    if (given === undefined) add(inside, () => `is missing, expected ${quote(wanted)}`);
    else compare(given, wanted, inside);
  }
  if (!walk.exactly) return;
  for (const key of Object.keys(found)) {
    if (isFull(walk)) return;
    if (!Object.hasOwn(expected, key)) add({ ...walk, keys: [...walk.keys, key] }, () => 'is not expected');
  }
}

function compareLists(found: readonly JsonValue[], expected: readonly JsonValue[], walk: Walk): void {
  if (found.length !== expected.length) {
    add(walk, () => `has ${plural(found.length, 'item')}, expected ${expected.length}`);
  }
  for (const [index, wanted] of expected.entries()) {
    const given = found[index];
    if (given === undefined || isFull(walk)) return;
    compare(given, wanted, { ...walk, keys: [...walk.keys, String(index)] });
  }
}

function isFull({ differences }: Walk): boolean {
  return differences.length >= mostCounted;
}

function add({ keys, differences }: Walk, what: () => string): void {
  differences.push(() => `${keys.length === 0 ? 'the whole' : pointerOf(keys)} ${what()}`);
}

interface Times {
  readonly min: number;
  readonly max: number;
}

const atLeastOnce: Times = { min: 1, max: Number.POSITIVE_INFINITY };

/** Reads `times`: a number, or a range whose `min` is 0 if it has only a `max`. Returns undefined if nothing can be as often. */
function readTimes(value: JsonValue | undefined): Times | undefined {
  if (value === undefined) return atLeastOnce;
  if (!isObject(value)) return isTimes(value) ? { min: value, max: value } : undefined;
  const { min = 0, max = Number.POSITIVE_INFINITY, ...others } = value;
  const isRange = (min === 0 || isTimes(min)) && (max === Number.POSITIVE_INFINITY || isTimes(max));
  const isLimited = min !== 0 || max !== Number.POSITIVE_INFINITY;
  return isRange && isLimited && min <= max && Object.keys(others).length === 0 ? { min, max } : undefined;
}

function isTimes(value: JsonValue): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 1;
}

/** Returns true if a count is within the range. */
export function isWithin(count: number, { min, max }: Times): boolean {
  return count >= min && count <= max;
}

/** Describes a range: `at least 1`, `exactly 2`, `2 to 4`. */
export function timesInWords({ min, max }: Times): string {
  if (max === Number.POSITIVE_INFINITY) return `at least ${min}`;
  if (min === max) return `exactly ${min}`;
  return min === 0 ? `at most ${max}` : `${min} to ${max}`;
}

/**
 * Returns the tool calls of all turns, in order, or the reason why they are unknown: one turn reports none at all, not even an empty list, or was
 * broken off.
 */
export function callsOfTrial(trial: Trial): { readonly list: readonly ToolCall[] } | { readonly unknown: string } {
  const lists = trial.turns.map(({ tool_calls }) => tool_calls);
  const missing = lists.indexOf(undefined);
  const broken = brokenTurn(trial);
  if (missing === -1) return broken === null ? { list: lists.flatMap((list) => list ?? []) } : { unknown: broken };
  const where = lists.length === 1 && broken === null ? 'the reply' : `turn ${missing + 1}`;
  return { unknown: `${where} does not report tool_calls ([] would be none)` };
}
