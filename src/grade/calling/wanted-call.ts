import { isObject, type JsonValue } from '#model/data/json.js';
import { isUnreadable } from '#model/reply/reported-calls.js';
import type { ToolCall, UnreadableArguments } from '#model/reply/tools.js';
import { describeUnreadable } from '#model/reply/unreadable-arguments.js';
import { isBlank } from '#model/text/characters.js';
import { isAssessed } from '../checking/assessment.js';
import type { CheckContext, RefusedCheck } from '../checking/check.js';
import { clip, quote } from '../checking/excerpt.js';
import { inexactIn } from '../checking/json-equality.js';
import type { Preparation } from '../checking/preparation.js';
import { type ReadSchema, readSchemaValue, validate } from '../checks/json.js';
import { argumentDifferences, type Difference } from './argument-difference.js';
import { readTimes, type Times } from './times.js';

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
  if (exactly && wanted === undefined) return { key: 'EVA_BAD_CHECK:exactly_nothing', params: {} };
  const inexact = wanted === undefined ? undefined : inexactIn(wanted, 0);
  if (inexact !== undefined) return { key: 'EVA_BAD_CHECK:inexact', params: { number: inexact } };
  const times = readTimes(value['times']);
  if (!times) return { key: 'EVA_BAD_CHECK:not_times', params: {} };
  const schema = arguments_schema === undefined ? undefined : readSchemaValue(arguments_schema, preparation);
  return schema && 'key' in schema ? schema : { tool, arguments: wanted, exactly, schema, times };
}

const notCall: RefusedCheck = { key: 'EVA_BAD_CHECK:not_call', params: {} };

/** How a call of the wanted tool compares: the differences, `[]` if it fits, or why that cannot be decided. */
export type Comparison = readonly Difference[] | { readonly cannot: string };

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
  return clip(`${nameInWords(name)} ${isUnreadable(given) ? quote(given.unreadable) : JSON.stringify(given)}`, 160);
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
