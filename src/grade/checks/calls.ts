import { modelUnderTest } from '#model/case.js';
import { isObject, type JsonValue } from '#model/data/json.js';
import type { ToolCall, ToolSpec } from '#model/reply/exchange.js';
import { isUnreadable } from '#model/reply/reported-calls.js';
import {
  type Assess,
  type Assessment,
  type Check,
  type CheckContext,
  type CheckOutcome,
  checkOf,
  isAssessed,
  isTexts,
  listLimit,
  notOf,
  notTrue,
  type RunCheck,
  withCount,
} from '../check-parts/check.js';
import { Preparation, type RefusedCheck, refusedCheck } from '../check-parts/preparation.js';
import { readSchemaValue, validate } from './json.js';
import { countOf } from './limits.js';
import {
  callInWords,
  callsOfTrial,
  compareCall,
  type Difference,
  isWithin,
  nameInWords,
  namesInWords,
  notCall,
  readWantedCall,
  timesInWords,
  unreadableInWords,
  type WantedCall,
} from './wanted-call.js';

/** Checks whether a tool was called, with certain arguments, a certain number of times. */
export const called: readonly Check[] = [
  checkOf({ op: 'called', seesWholeReply: true, prepare: (value, preparation) => prepareAny([value], preparation) }),
  notOf({
    op: 'called',
    seesWholeReply: true,
    prepare: (value, preparation) => prepareAny(Array.isArray(value) ? value : [value], preparation),
  }),
];

/** Reads wanted calls, of which one must occur. */
function prepareAny(
  values: readonly JsonValue[],
  preparation: Preparation,
): { readonly assess: Assess } | RefusedCheck {
  const wanted: WantedCall[] = [];
  for (const value of values) {
    const read = readWantedCall(value, preparation);
    if ('problemOf' in read) return read;
    wanted.push(read);
  }
  if (wanted.length === 0) return notCall;
  return { assess: (_response, context) => assessAny(wanted, context) };
}

/** Assesses wanted calls in their order, up to the first that occurs. */
async function assessAny(wanted: readonly WantedCall[], context: CheckContext): Promise<Assessment> {
  const calls = callsOfTrial(context.trial);
  if ('unknown' in calls) return { holds: 'unknown', reason: calls.unknown };
  const missing: string[] = [];
  for (const call of wanted) {
    const { holds, reason } = await assessCalls(calls.list, call, context);
    if (holds === 'cannot') return { holds, reason };
    const explain = () => ({ reason });
    if (holds) return { holds, explain, explainNot: explain };
    missing.push(reason);
  }
  const explain = () => ({ reason: missing.slice(0, 3).join('; ') });
  return { holds: false, explain, explainNot: explain };
}

/** A call of the wanted tool that does not fit. */
interface Misfit {
  readonly index: number;
  readonly differences: readonly Difference[];
}

async function assessCalls(
  calls: readonly ToolCall[],
  wanted: WantedCall,
  context: CheckContext,
): Promise<{ readonly holds: boolean | 'cannot'; readonly reason: string }> {
  const deadline = performance.now() + listLimit(context);
  const fitting: number[] = [];
  let nearest: Misfit | undefined;
  for (const [index, call] of calls.entries()) {
    if (call.name !== wanted.tool) continue;
    const differences = performance.now() > deadline ? outOfTime : await compareCall(call, wanted, context);
    if ('cannot' in differences) return { holds: 'cannot', reason: `call ${index + 1}: ${differences.cannot}` };
    if (differences.length === 0) fitting.push(index);
    else if (differences.length < (nearest?.differences.length ?? Number.POSITIVE_INFINITY)) {
      nearest = { index, differences };
    }
  }
  const holds = isWithin(fitting.length, wanted.times);
  return {
    holds,
    reason: holds || fitting.length > 0 ? whichFit(calls, fitting, wanted) : whyNone(calls, wanted, nearest),
  };
}

const outOfTime = { cannot: 'the comparison of the calls ran out of time' };

function whichFit(calls: readonly ToolCall[], fitting: readonly number[], { tool, times }: WantedCall): string {
  const [first] = fitting;
  const call = first === undefined ? undefined : calls[first];
  if (first === undefined || !call) return `no call of ${nameInWords(tool)} fits, ${timesInWords(times)} may`;
  const shown = `call ${first + 1} fits: ${callInWords(call)}`;
  if (fitting.length === 1 && times.max === Number.POSITIVE_INFINITY) return shown;
  return `${fitting.length} ${fitting.length === 1 ? 'call fits' : 'calls fit'}, ${timesInWords(times)} asked for; ${shown}`;
}

const shownDifferences = 3;

function whyNone(calls: readonly ToolCall[], { tool }: WantedCall, nearest: Misfit | undefined): string {
  if (calls.length === 0) return 'no tool was called';
  const name = nameInWords(tool);
  if (!nearest) return `${name} was not called; the calls are ${namesInWords(calls)}`;
  const { index, differences } = nearest;
  const more = differences.length > shownDifferences ? '; and more' : '';
  const shown = differences.slice(0, shownDifferences).map((difference) => difference());
  return `no call of ${name} fits; call ${index + 1} comes nearest: ${shown.join('; ')}${more}`;
}

interface WantedOrder {
  readonly tools: readonly string[];
  /** True if there may be no other calls. */
  readonly exactly: boolean;
}

export const calledInOrder: Check = {
  op: 'called_in_order',
  seesWholeReply: true,
  prepare(value) {
    const order = readOrder(value);
    if (!order)
      return refusedCheck(
        'EVA_BAD_CHECK:not_order',
        'the value must be a list of tools',
        (op) => `write ${op}: [search, refund], or ${op}: { tools: [search, refund], exactly: true }`,
      );
    return {
      run: (_response, { trial }) => {
        const calls = callsOfTrial(trial);
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

export const minCalls: Check = {
  op: 'min_calls',
  seesWholeReply: true,
  prepare: withCount((least) => counting({ least, most: Number.POSITIVE_INFINITY })),
};

export const maxCalls: Check = {
  op: 'max_calls',
  seesWholeReply: true,
  prepare: withLimit((most) => counting({ least: 0, most })),
};

/** Prepares a check whose value is a whole number, 0 or more. */
function withLimit(make: (most: number) => RunCheck): Check['prepare'] {
  return (value: JsonValue) => {
    if (Number.isSafeInteger(value) && Number(value) >= 0) return { run: make(Number(value)) };
    return refusedCheck(
      'EVA_BAD_CHECK:not_most',
      'the value must be a whole number, 0 or more',
      (op) => `write a number, for example ${op}: 5`,
    );
  };
}

function counting({ least, most }: { readonly least: number; readonly most: number }): RunCheck {
  return (_response, { trial }) => {
    const calls = callsOfTrial(trial);
    if ('unknown' in calls) return { holds: 'unknown', reason: calls.unknown };
    const { list } = calls;
    const limits = most === Number.POSITIVE_INFINITY ? `at least ${least} are asked for` : `the limit is ${most}`;
    const names = list.length > 0 ? ` (${namesInWords(list)})` : '';
    return {
      holds: list.length >= least && list.length <= most,
      reason: `${countOf(list.length, 'call')}${names}, ${limits}`,
    };
  };
}

/** Checks whether all calls are valid by the declarations of their tools. */
export const validCalls: Check = {
  op: 'valid_calls',
  seesWholeReply: true,
  prepare(value) {
    if (value !== true) return notTrue;
    return { run: (_response, context) => checkCalls(context) };
  },
};

async function checkCalls(context: CheckContext): Promise<CheckOutcome> {
  const { testCase, trial } = context;
  const calls = callsOfTrial(trial);
  if ('unknown' in calls) return { holds: 'unknown', reason: calls.unknown };
  if (calls.list.length === 0) return { holds: false, reason: 'no tool was called' };
  const tools = modelUnderTest(testCase.subject)?.tools ?? [];
  const deadline = performance.now() + listLimit(context);
  for (const [index, call] of calls.list.entries()) {
    if (performance.now() > deadline) return { holds: 'cannot', reason: 'the validation of the calls ran out of time' };
    const flaw = await flawOf(call, tools, context);
    if (flaw) return { ...flaw, reason: `call ${index + 1}, ${nameInWords(call.name)}: ${flaw.reason}` };
  }
  const { length } = calls.list;
  const all = ['the call is', 'both calls are'][length - 1] ?? `all ${length} calls are`;
  return { holds: true, reason: `${all} valid` };
}

async function flawOf(
  { name, arguments: given }: ToolCall,
  tools: readonly ToolSpec[],
  context: CheckContext,
): Promise<CheckOutcome | undefined> {
  const tool = tools.find((declared) => declared.name === name);
  if (!tool) return { holds: false, reason: 'no tool of this name is declared' };
  if (isUnreadable(given)) return { holds: false, reason: unreadableInWords(given) };
  const schema = readSchemaValue(tool.input_schema, new Preparation());
  if ('problemOf' in schema) return { holds: 'cannot', reason: 'the input_schema of the tool cannot be used' };
  const validity = await validate(schema, given, context);
  if (!isAssessed(validity)) return validity;
  if (validity.holds) return undefined;
  const { reason, ...rest } = validity.explain();
  return { holds: false, ...rest, reason: reason.replace(/^the whole: /, '') };
}
