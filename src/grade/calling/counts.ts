import type { JsonValue } from '#model/data/json.js';
import type { Trial } from '#model/run/trial.js';
import type { Check, CheckFamily, RunCheck } from '../checking/check.js';
import { withCount } from '../checking/check-value.js';
import { alone } from '../checking/family.js';
import { countOf } from '../checks/lengths.js';
import { callsOf, type Known, stepsOf } from './turn-calls.js';
import { namesInWords } from './wanted-call.js';

/** Checks whether there are at least this many tool calls. */
export const minCalls: CheckFamily = alone(
  {
    op: 'min_calls',
    schema: { description: 'At least this many tool calls.', $ref: '#/$defs/count' },
    prepare: withCount((least) => counting(callsOf, 'call', { least, most: Number.POSITIVE_INFINITY })),
  },
  'min_calls: 1',
  'there are at least this many tool calls',
);

/** Checks whether there are at most this many tool calls. */
export const maxCalls: CheckFamily = alone(
  {
    op: 'max_calls',
    schema: { description: 'At most this many tool calls; 0 for none.', $ref: '#/$defs/most' },
    prepare: withLimit((most) => counting(callsOf, 'call', { least: 0, most })),
  },
  'max_calls: 3',
  'there are at most this many tool calls',
);

/** Checks whether an application took at most this many steps. */
export const maxSteps: CheckFamily = alone(
  {
    op: 'max_steps',
    schema: { description: 'At most this many steps of the application.', $ref: '#/$defs/most' },
    prepare: withLimit((most) => counting(stepsOf, 'step', { least: 0, most })),
  },
  'max_steps: 8',
  'the application reports at most this many steps',
);

/** Prepares a check whose value is a whole number, 0 or more. */
function withLimit(make: (most: number) => RunCheck): Check['prepare'] {
  return (value: JsonValue) => {
    if (Number.isSafeInteger(value) && Number(value) >= 0) return { run: make(Number(value)) };
    return { key: 'EVA_BAD_CHECK:not_most', params: {} };
  };
}

type ListOf = (trial: Trial) => Known<{ readonly name: string }>;

function counting(listOf: ListOf, noun: string, { least, most }: { least: number; most: number }): RunCheck {
  return (_response, { trial }) => {
    const found = listOf(trial);
    if ('unknown' in found) return { holds: 'unknown', reason: found.unknown };
    const { list } = found;
    const limits = most === Number.POSITIVE_INFINITY ? `at least ${least} are asked for` : `the limit is ${most}`;
    const names = list.length > 0 ? ` (${namesInWords(list)})` : '';
    return {
      holds: list.length >= least && list.length <= most,
      reason: `${countOf(list.length, noun)}${names}, ${limits}`,
    };
  };
}
