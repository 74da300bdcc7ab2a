import type { ClassSpec } from '#model/case/grader.js';
import { isReference } from '#model/case/value-reference.js';
import { isObject, type JsonValue } from '#model/data/json.js';
import type { ClassAnswer } from '#model/dataset.js';
import type { Finding } from '#model/run/score.js';
import { trimmed } from '#model/text/characters.js';
import type { Explanation } from './checking/assessment.js';
import { clip, openingOf, quote } from './checking/excerpt.js';
import { excerptByKeys, jsonInResponse, notJson } from './checking/json-in-response.js';
import { findByKeys, pointerKeys, repeatedKey } from './checking/json-pointer.js';
import type { Graded } from './graded.js';

/** The class that a response names, or the reason why it names none. */
type ClassReading =
  | { readonly answered: string; readonly excerpt: Explanation['excerpt'] }
  | { readonly none: string; readonly excerpt: Explanation['excerpt'] };

/** Returns 1 if the response names the expected class, else 0, with both classes. */
export function gradeClass(spec: ClassSpec, response: string): Graded {
  const expected = expectedClass(spec);
  const reading = readClass(spec, response);
  const answered = 'none' in reading ? null : reading.answered;
  const said = 'none' in reading ? reading.none : `answered ${shown(reading.answered)}`;
  const holds = answered === expected;
  const finding: Finding = {
    about: 'class',
    holds,
    reason: holds ? said : `${said}, expected ${shown(expected)}`,
    ...(!holds && reading.excerpt && { excerpt: reading.excerpt }),
  };
  return { value: holds ? 1 : 0, classes: { expected, answered }, findings: [finding] };
}

/** Returns the classes of a trial without a readable response. */
export function noClass(spec: ClassSpec): ClassAnswer {
  return { expected: expectedClass(spec), answered: null };
}

/** Returns the expected class as the list of classes has it. Throws if the item's value is not inserted, which is an error in eva. */
function expectedClass(spec: ClassSpec): string {
  if (isReference(spec.expected)) throw new Error(`the class of field "${spec.expected.field}" is not resolved`);
  return classNamed(spec, spec.expected) ?? spec.expected;
}

/** Finds a class by its text: the same text if there is one, else the first that differs only in letter case, if that is ignored. */
function classNamed({ of: classes, ignore_case }: ClassSpec, text: string): string | undefined {
  const own = trimmed(text).text;
  const equal = classes.find((one) => one === text || trimmed(one).text === own);
  if (equal !== undefined || !ignore_case) return equal;
  const folded = own.toLowerCase();
  return classes.find((one) => trimmed(one).text.toLowerCase() === folded);
}

function readClass(spec: ClassSpec, response: string): ClassReading {
  if (spec.at === undefined) return readText(spec, trimmed(response).text, openingOf(response));
  const found = jsonInResponse(response);
  if (!('value' in found)) {
    const { reason, excerpt } = notJson(response, found);
    return { none: reason, excerpt };
  }
  const keys = pointerKeys(spec.at) ?? [];
  const part = findByKeys(found.value, keys);
  if ('problem' in part) {
    return { none: part.problem, excerpt: excerptByKeys(response, found.block, keys.slice(0, part.depth)) };
  }
  const excerpt = excerptByKeys(response, found.block, keys);
  const twice = repeatedKey(found.block.text, keys);
  if (twice !== undefined) return { none: `the JSON has the key ${quote(twice)} twice`, excerpt };
  if (!isScalar(part.value)) return { none: `${quote(part.value)} is no class`, excerpt };
  return readText(spec, String(part.value), excerpt);
}

function isScalar(value: JsonValue): value is string | number | boolean {
  return value !== null && !Array.isArray(value) && !isObject(value);
}

function readText(spec: ClassSpec, text: string, excerpt: Explanation['excerpt']): ClassReading {
  const answered = classNamed(spec, text);
  return answered === undefined ? { none: `${quote(text)} is none of the classes`, excerpt } : { answered, excerpt };
}

/** Returns a class on one line, in quotes unless it is a plain word. */
function shown(name: string): string {
  return /^[\p{L}\p{N}_-]{1,60}$/u.test(name) ? name : clip(quote(name), 80);
}
