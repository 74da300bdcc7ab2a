import { isObject, type JsonValue } from '#model/data/json.js';
import { type Check, type CheckContext, type CheckOutcome, type RefusedCheck, regexLimit } from '../checking/check.js';
import { openingOf, quote } from '../checking/excerpt.js';
import { editDistance as distanceOf } from '../slow/edit-distance.js';
import { runWithTimeLimit } from '../slow/in-time.js';

/** The greatest distance that can be asked for, and the greatest number of UTF-16 units of a text. */
const mostDistance = 1000;
const mostLength = 100_000;

interface Wanted {
  readonly to: string;
  readonly max: number;
}

/** Holds if at most `max` code points must be added, removed or replaced to make the response of a text. */
export const editDistance: Check = {
  op: 'edit_distance',
  prepare(value) {
    const wanted = readWanted(value);
    return 'key' in wanted ? wanted : { run: (response, context) => checkDistance(wanted, response, context) };
  },
};

function readWanted(value: JsonValue): Wanted | RefusedCheck {
  const { to, max } = isObject(value) ? value : {};
  if (typeof to !== 'string' || to === '') return { key: 'EVA_BAD_CHECK:no_target', params: {} };
  if (to.length > mostLength) return { key: 'EVA_BAD_CHECK:long_target', params: { limit: mostLength } };
  if (typeof max !== 'number' || !Number.isSafeInteger(max) || max < 0 || max > mostDistance) {
    return { key: 'EVA_BAD_CHECK:not_edits', params: { limit: mostDistance } };
  }
  return { to, max };
}

async function checkDistance({ to, max }: Wanted, response: string, context: CheckContext): Promise<CheckOutcome> {
  if (response.length > 2 * (mostLength + mostDistance)) return tooFar(response, to, max);
  const task = { work: 'distance', from: response, to, most: max } as const;
  const outcome = await runWithTimeLimit(() => distanceOf(response, to, max), task, context);
  if ('timedOut' in outcome) {
    const limit_s = regexLimit(context) / 1000;
    return { holds: 'cannot', reason: `the comparison ran out of time (${limit_s} s): the distance is not known` };
  }
  if (outcome.value === null) return tooFar(response, to, max);
  return { holds: true, reason: `distance ${outcome.value}, the limit is ${max}` };
}

function tooFar(response: string, to: string, max: number): CheckOutcome {
  const reason = `the distance from ${quote(to)} is greater than ${max}`;
  return { holds: false, reason, excerpt: openingOf(response) };
}
