import { isInexact, isObject, type JsonValue, numberIn } from '#model/data/json.js';
import { trimmed } from '#model/text/characters.js';
import { quoted, short } from '#model/text/quoted.js';
import type { Check, CheckOutcome } from '../check-parts/check.js';
import { openingOf, quote } from '../check-parts/excerpt.js';
import { isNear } from '../check-parts/json-equality.js';
import { type RefusedCheck, refusedCheck } from '../check-parts/preparation.js';

/** A range of numbers; `equals` with the distance that is allowed. */
interface Range {
  readonly gt?: number;
  readonly gte?: number;
  readonly lt?: number;
  readonly lte?: number;
  readonly equals?: number;
  readonly within?: number;
}

const keys = ['gt', 'gte', 'lt', 'lte', 'equals', 'within'] as const;

/** Holds if the whole response, without white space at both ends, is one JSON number in a range. */
export const number: Check = {
  op: 'number',
  prepare(value) {
    const range = readRange(value);
    return 'problemOf' in range ? range : { run: (response) => checkNumber(range, response) };
  },
};

function readRange(value: JsonValue): Range | RefusedCheck {
  const given = isObject(value) ? Object.entries(value) : [];
  const isRange = given.length > 0 && given.every(([key]) => (keys as readonly string[]).includes(key));
  if (!isRange)
    return refusedCheck(
      'EVA_BAD_CHECK:not_range',
      'the value must be a mapping with gt, gte, lt, lte or equals',
      (op) => `write ${op}: { gte: 0, lt: 100 }`,
    );
  const wrong = given.find(([, limit]) => typeof limit !== 'number' || !Number.isFinite(limit));
  if (wrong) {
    const [name] = wrong;
    return refusedCheck(
      'EVA_BAD_CHECK:not_number',
      `${quoted(name)} must be a number`,
      `write a number, for example ${short(name)}: 10`,
    );
  }
  const range = Object.fromEntries(given) as Range;
  const { within, equals } = range;
  if (within !== undefined && (equals === undefined || within < 0))
    return refusedCheck(
      'EVA_BAD_CHECK:within',
      '"within" must be 0 or more, and needs "equals"',
      (op) => `write ${op}: { equals: 12, within: 0.5 }`,
    );
  if (!isEmpty(range)) return range;
  return refusedCheck(
    'EVA_BAD_CHECK:empty_range',
    'no number is in this range',
    'write a lower limit that is below the upper limit',
  );
}

function isEmpty({
  gt = -Infinity,
  gte = -Infinity,
  lt = Infinity,
  lte = Infinity,
  equals,
  within = 0,
}: Range): boolean {
  const [least, most] = [Math.max(gt, gte), Math.min(lt, lte)];
  if (least > most || (least === most && (gt === least || lt === most))) return true;
  return equals !== undefined && (equals + within < least || equals - within > most);
}

function checkNumber(range: Range, response: string): CheckOutcome {
  const { text } = trimmed(response);
  const read = numberIn(text);
  if (read === undefined) {
    const reason = `${text === '' ? 'the response' : quote(text)} is not one number`;
    return { holds: false, reason, excerpt: openingOf(response) };
  }
  if (isInexact(read) && limitsOf(range).includes(read) && [text, String(read)].some(isRounded)) {
    const reason = `${quote(text)} has more digits than eva compares`;
    return { holds: 'cannot', reason, excerpt: openingOf(response) };
  }
  const wrong = missed(range, read);
  if (wrong === undefined) return { holds: true, reason: `${read} fits` };
  return { holds: false, reason: `${read}, expected ${wrong}`, excerpt: openingOf(response) };
}

/** Returns the numbers with which a reply is compared to the last digit. */
function limitsOf({ within = 0, equals, ...limits }: Range): readonly (number | undefined)[] {
  return [...Object.values(limits), ...(within === 0 ? [equals] : [])];
}

/** Returns true for a number with more than 15 significant digits, of which not all may survive being read. */
function isRounded(text: string): boolean {
  const [digits = ''] = text.toLowerCase().split('e');
  return digits.replace(/[-.]/g, '').replace(/^0+/, '').replace(/0+$/, '').length > 15;
}

/** Returns the part of the range that a number misses, in words; undefined if it fits. */
function missed({ gt, gte, lt, lte, equals, within = 0 }: Range, found: number): string | undefined {
  if (gt !== undefined && !(found > gt)) return `more than ${gt}`;
  if (gte !== undefined && !(found >= gte)) return `at least ${gte}`;
  if (lt !== undefined && !(found < lt)) return `less than ${lt}`;
  if (lte !== undefined && !(found <= lte)) return `at most ${lte}`;
  if (equals === undefined || isNear(found, equals, within)) return undefined;
  return `${equals}${within > 0 ? ` (within ${within})` : ''}`;
}
