import type { JsonValue } from '#model/data/json.js';
import type { Check, RunCheck } from '../checking/check.js';
import { withCount } from '../checking/check-value.js';
import { countOf } from '../checks/lengths.js';
import { callsOf } from './turn-calls.js';
import { namesInWords } from './wanted-call.js';

/** Checks whether there are at least this many tool calls. */
export const minCalls: Check = {
  op: 'min_calls',
  prepare: withCount((least) => counting({ least, most: Number.POSITIVE_INFINITY })),
};

/** Checks whether there are at most this many tool calls. */
export const maxCalls: Check = {
  op: 'max_calls',
  prepare: withLimit((most) => counting({ least: 0, most })),
};

/** Prepares a check whose value is a whole number, 0 or more. */
function withLimit(make: (most: number) => RunCheck): Check['prepare'] {
  return (value: JsonValue) => {
    if (Number.isSafeInteger(value) && Number(value) >= 0) return { run: make(Number(value)) };
    return { key: 'EVA_BAD_CHECK:not_most', params: {} };
  };
}

function counting({ least, most }: { readonly least: number; readonly most: number }): RunCheck {
  return (_response, { trial }) => {
    const found = callsOf(trial);
    if ('unknown' in found) return { holds: 'unknown', reason: found.unknown };
    const { list } = found;
    const limits = most === Number.POSITIVE_INFINITY ? `at least ${least} are asked for` : `the limit is ${most}`;
    const names = list.length > 0 ? ` (${namesInWords(list)})` : '';
    return {
      holds: list.length >= least && list.length <= most,
      reason: `${countOf(list.length, 'call')}${names}, ${limits}`,
    };
  };
}
