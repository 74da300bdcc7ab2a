import { isObject, type JsonValue } from '#model/data/json.js';
import type { ToolCall } from '#model/reply/tools.js';
import type { Check, CheckOutcome } from '../checking/check.js';
import { isTexts } from '../checking/check-value.js';
import { callsOf } from './turn-calls.js';
import { nameInWords, namesInWords } from './wanted-call.js';

/** The tools of a check, in their order. */
interface WantedOrder {
  readonly tools: readonly string[];
  /** True if there may be no other calls. */
  readonly exactly: boolean;
}

/** Checks whether tools were called in an order. */
export const calledInOrder: Check = {
  op: 'called_in_order',
  prepare(value) {
    const order = readOrder(value);
    if (!order) return { key: 'EVA_BAD_CHECK:not_order', params: {} };
    return {
      run: (_response, { trial }) => {
        const calls = callsOf(trial);
        if ('unknown' in calls) return { holds: 'unknown', reason: calls.unknown };
        return order.exactly ? compareExactly(calls.list, order.tools) : findInOrder(calls.list, order.tools);
      },
    };
  },
};

function readOrder(value: JsonValue): WantedOrder | undefined {
  const order = isObject(value) ? value : { tools: value };
  const { tools = null, exactly = false, ...others } = order as Readonly<Record<string, JsonValue>>;
  if (!isTexts(tools) || tools.includes('') || typeof exactly !== 'boolean') return undefined;
  return Object.keys(others).length === 0 ? { tools, exactly } : undefined;
}

function findInOrder(calls: readonly ToolCall[], tools: readonly string[]): CheckOutcome {
  let next = 0;
  const places: number[] = [];
  for (const tool of tools) {
    const at = calls.findIndex(({ name }, index) => index >= next && name === tool);
    if (at === -1) return { holds: false, reason: notFound(tool, places.at(-1), calls) };
    places.push(at);
    next = at + 1;
  }
  return { holds: true, reason: `they are the calls ${places.map((at) => at + 1).join(', ')}` };
}

function notFound(tool: string, last: number | undefined, calls: readonly ToolCall[]): string {
  if (calls.length === 0) return 'no tool was called';
  const before = last === undefined ? undefined : calls[last];
  const after = before ? ` after call ${(last ?? 0) + 1} (${nameInWords(before.name)})` : '';
  return `${nameInWords(tool)} was not called${after}; the calls are ${namesInWords(calls)}`;
}

function compareExactly(calls: readonly ToolCall[], tools: readonly string[]): CheckOutcome {
  for (const [index, { name }] of calls.entries()) {
    const wanted = tools[index];
    if (wanted === name) continue;
    const expected = wanted === undefined ? 'no further call is expected' : `${nameInWords(wanted)} is expected`;
    return { holds: false, reason: `call ${index + 1} is ${nameInWords(name)}, ${expected}` };
  }
  const missing = tools[calls.length];
  if (missing === undefined) return { holds: true, reason: `the calls are exactly these ${tools.length}` };
  return { holds: false, reason: `the calls end after ${calls.length}, then ${nameInWords(missing)} is expected` };
}
