import { modelUnderTest } from '#model/case.js';
import { isUnreadable } from '#model/reply/reported-calls.js';
import type { ToolCall, ToolSpec } from '#model/reply/tools.js';
import { isAssessed } from '../checking/assessment.js';
import { type Check, type CheckContext, type CheckOutcome, listLimit } from '../checking/check.js';
import { Preparation } from '../checking/preparation.js';
import { readSchemaValue, validate } from '../checks/json.js';
import { callsOf } from './turn-calls.js';
import { nameInWords, unreadableInWords } from './wanted-call.js';

/** Checks whether all calls are valid by the declarations of their tools. */
export const validCalls: Check = {
  op: 'valid_calls',
  prepare(value) {
    if (value !== true) return { key: 'EVA_BAD_CHECK:not_true', params: {} };
    return { run: (_response, context) => checkCalls(context) };
  },
};

async function checkCalls(context: CheckContext): Promise<CheckOutcome> {
  const { testCase, trial } = context;
  const calls = callsOf(trial);
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
  const tool = tools.find((one) => one.name === name);
  if (!tool) return { holds: false, reason: 'no tool of this name is declared' };
  if (isUnreadable(given)) return { holds: false, reason: unreadableInWords(given) };
  const schema = readSchemaValue(tool.input_schema, new Preparation());
  if ('key' in schema) return { holds: 'cannot', reason: 'the input_schema of the tool cannot be used' };
  const validity = await validate(schema, given, context);
  if (!isAssessed(validity)) return validity;
  if (validity.holds) return undefined;
  const { reason, ...rest } = validity.explain();
  return { holds: false, ...rest, reason: reason.replace(/^the whole: /, '') };
}
