import type { JsonValue } from '#model/data/json.js';
import type { ToolCall } from '#model/reply/tools.js';
import type { Assess, Assessment } from '../checking/assessment.js';
import { type Check, type CheckContext, listLimit, type RefusedCheck } from '../checking/check.js';
import { checkOf, notOf } from '../checking/family.js';
import type { Preparation } from '../checking/preparation.js';
import type { Difference } from './argument-difference.js';
import { isWithin, timesInWords } from './times.js';
import { callsOf } from './turn-calls.js';
import { callInWords, compareCall, nameInWords, namesInWords, readWantedCall, type WantedCall } from './wanted-call.js';

/** Checks whether a tool was called, with certain arguments, a certain number of times. */
export const called: readonly Check[] = [
  checkOf({ op: 'called', prepare: (value, preparation) => prepareAny([value], preparation) }),
  notOf({
    op: 'called',
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
    if ('key' in read) return read;
    wanted.push(read);
  }
  if (wanted.length === 0) return { key: 'EVA_BAD_CHECK:not_call', params: {} };
  return { assess: (_response, context) => assessAny(wanted, context) };
}

/** Assesses wanted calls in their order, up to the first that occurs. */
async function assessAny(wanted: readonly WantedCall[], context: CheckContext): Promise<Assessment> {
  const calls = callsOf(context.trial);
  if ('unknown' in calls) return { holds: 'unknown', reason: calls.unknown };
  const missing: string[] = [];
  for (const one of wanted) {
    const { holds, reason } = await assessCalls(calls.list, one, context);
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
