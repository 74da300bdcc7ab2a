import { isObject, type JsonObject, type JsonValue } from '#model/data/json.js';
import {
  type Assertion,
  carried,
  type ExpectationContext,
  type Mapped,
  type NotMapped,
  notMapped,
  thresholdOf,
} from './mapped.js';

const noCalls = notMapped('the model reports no tool calls');

const noTools = notMapped('the model declares no tools', 'declare them in `tools` of eval.yml');

/** Carries over `is-valid-function-call` and its relatives. */
export function mapValidCalls({ isNot }: Assertion, { tools, reportsCalls }: ExpectationContext): Mapped {
  if (!reportsCalls) return noCalls;
  if (isNot) return notMapped('promptfoo ignores the `not-` of this type');
  if (tools.length === 0) return noTools;
  return carried([{ valid_calls: true }]);
}

/** Carries over `tool-call-f1` with the threshold 1: these tools were called, and no others. */
export function toolCallF1(assertion: Assertion, { tools, reportsCalls }: ExpectationContext): Mapped {
  if (!reportsCalls) return noCalls;
  const wanted = namesIn(assertion.value);
  if (wanted.length === 0) return notMapped('its value has no names of tools');
  const threshold = thresholdOf(assertion) ?? 1;
  if (assertion.isNot || threshold !== 1) {
    return notMapped(
      'eva has no score for a part of the calls',
      'write `called` and `not_called` for the tools that matter',
    );
  }
  const called = wanted.map((tool) => ({ called: tool }));
  if (tools.length === 0) {
    const reason = 'a second call of a tool fails in eva, and passes in promptfoo';
    return { ...carried([...called, { max_calls: wanted.length }], { replaced: { reason } }), isDecision: false };
  }
  const others = tools.filter((tool) => !wanted.includes(tool));
  return { ...carried([...called, ...(others.length > 0 ? [{ not_called: others }] : [])]), isDecision: false };
}

/** Returns the names in a list, or in a text with commas, each once. */
function namesIn(value: JsonValue | undefined): readonly string[] {
  const names = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value.map(String) : [];
  return [...new Set(names.map((name) => name.trim()).filter((name) => name !== ''))];
}

/** A `trajectory:` assertion about tool calls, mapped if the models report them. */
export function trajectory(map: (assertion: Assertion) => Mapped) {
  return (assertion: Assertion, { reportsCalls, tools }: ExpectationContext): Mapped => {
    if (!reportsCalls) return noCalls;
    return tools.length === 0 ? noTools : map(assertion);
  };
}

/** Carries over `trajectory:tool-used`: names of tools, or one tool with the number of its calls. */
export function toolUsed({ value, isNot }: Assertion): Mapped {
  const list = typeof value === 'string' ? [value] : value;
  if (Array.isArray(list)) {
    const names = (list as readonly JsonValue[]).map(toolOf);
    const odd = names.find((name) => typeof name !== 'string');
    if (odd !== undefined && typeof odd !== 'string') return odd;
    if (names.length === 0) return notMapped('its list is empty');
    const tools = names as readonly string[];
    return carried(isNot ? [{ not_called: tools }] : tools.map((tool) => ({ called: tool })));
  }
  const tool = toolOf(value);
  return typeof tool === 'string' ? countedCalls(tool, value as JsonObject, isNot) : tool;
}

function countedCalls(tool: string, { min, max }: JsonObject, isNot: boolean): Mapped {
  const least = typeof min === 'number' ? min : 1;
  const most = typeof max === 'number' ? max : undefined;
  if (most === 0) return least > 0 ? never : carried([{ [isNot ? 'called' : 'not_called']: tool }]);
  if (least === 0 && most === undefined) return notMapped('any number of calls is right, so it could never fail');
  const times = { ...(least > 0 && { min: least }), ...(most !== undefined && { max: most }) };
  const call = least === 1 && most === undefined ? tool : { tool, times };
  return carried([{ [isNot ? 'not_called' : 'called']: call }]);
}

const never = notMapped('no number of calls is within its `min` and `max`');

/** Carries over `trajectory:tool-args-match`. Arguments are a part of those of the call, or all with `mode: exact`. */
export function toolArguments({ value, isNot }: Assertion): Mapped {
  const tool = toolOf(value);
  if (typeof tool !== 'string') return tool;
  const { args, arguments: other, mode = 'partial', defaults, ignore } = value as JsonObject;
  const wanted = args ?? other;
  if (wanted === undefined) return notMapped('it has no `args`');
  if (defaults !== undefined || ignore !== undefined) {
    return notMapped(
      'eva compares all arguments that are given, without `defaults` and `ignore`',
      'write `called` with the arguments that matter',
    );
  }
  const call = { tool, arguments: wanted, ...(mode === 'exact' && { exactly: true }) };
  return carried([{ [isNot ? 'not_called' : 'called']: call }]);
}

/** Carries over `trajectory:tool-sequence`. */
export function toolSequence({ value, isNot }: Assertion): Mapped {
  if (isNot) return notMapped('eva has no check for an order that is not wanted');
  const { mode = 'in_order', steps = [] } = isObject(value) ? value : { steps: value ?? [] };
  const names = Array.isArray(steps) ? (steps as readonly JsonValue[]).map(toolOf) : [];
  const odd = names.find((name) => typeof name !== 'string');
  if (odd !== undefined && typeof odd !== 'string') return odd;
  if (names.length === 0) return notMapped('it has no steps');
  const tools = names as readonly string[];
  return carried([{ called_in_order: mode === 'exact' ? { tools, exactly: true } : tools }]);
}

/** Carries over `trajectory:step-count` of tool calls: eva knows no other kinds of steps of a model. */
export function stepCount({ value, isNot }: Assertion): Mapped {
  if (!isObject(value)) return notMapped('its value is no mapping');
  const { type, name, pattern, min, max } = value;
  if (type !== 'tool')
    return notMapped(
      'eva counts the tool calls of a model, and no other steps',
      'write `max_calls` or `called` with `times`',
    );
  if (name !== undefined || pattern !== undefined) {
    const tool = toolOf(value);
    return typeof tool === 'string' ? countedCalls(tool, { min: 0, ...value }, isNot) : tool;
  }
  if (isNot) return notMapped('eva has no check for a number of calls that is not wanted');
  const checks = [
    ...(typeof min === 'number' && min > 0 ? [{ min_calls: min }] : []),
    ...(typeof max === 'number' ? [{ max_calls: max }] : []),
  ];
  return checks.length > 0 ? carried(checks) : notMapped('any number of calls is right, so it could never fail');
}

/** Returns the name of a tool: a text, or a mapping with `name` or `pattern`. A pattern with `*` or `?` is no name. */
function toolOf(value: JsonValue | undefined): string | NotMapped {
  const { type = 'tool', name, pattern }: JsonObject = isObject(value) ? value : { name: value ?? null };
  const written = pattern ?? name;
  if (typeof written !== 'string' || written === '') return notMapped('it names no tool');
  if (type !== 'tool') return notMapped('eva knows the tool calls of a model, and no other steps');
  if (/[*?]/.test(written)) return notMapped('eva has no patterns for names of tools', 'name each tool');
  return written;
}
