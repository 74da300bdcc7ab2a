import type { JsonValue } from '#model/data/json.js';
import { carried, type LeftOut, leftOut, type Mapped } from '../mapped.js';
import type { Assertion } from '../reading/assertion.js';

const emptyText = leftOut('its text is empty, so it could never fail');

/** Carries over `contains` and `icontains`. */
export function contains({ type, isNot, value }: Assertion): Mapped {
  const text = wordOf(value);
  if (text === undefined) return leftOut(value === undefined ? 'it has no value' : 'its value is no text');
  if (text === '') return emptyText;
  return carried([{ [isNot ? `not_${type}` : type]: text }]);
}

/** Carries over `contains-any`, `contains-all`, `icontains-any` and `icontains-all`. */
export function containsSeveral(assertion: Assertion): Mapped {
  const words = wordsOf(assertion.value);
  if ('kind' in words) return words;
  const [check = '', form] = assertion.type.split('-');
  return form === 'any' ? ofAny(check, words, assertion.isNot) : ofAll(check, words, assertion.isNot);
}

function ofAny(check: string, words: readonly string[], isNot: boolean): Mapped {
  if (words.includes('')) return leftOut('one of its texts is empty, and every answer contains that');
  if (words.length === 0) return leftOut('its list is empty');
  return carried([{ [isNot ? `not_${check}_any` : `${check}_any`]: words }]);
}

/** An empty text is in every answer, so it decides nothing. There is no `not_contains_all`: one of the texts must be missing. */
function ofAll(check: string, words: readonly string[], isNot: boolean): Mapped {
  const wanted = words.filter((word) => word !== '');
  const [first, ...others] = wanted;
  if (first === undefined) return leftOut('its list has no text, so it could never fail');
  if (!isNot) return carried([{ [`${check}_all`]: wanted }]);
  if (others.length === 0) return carried([{ [`not_${check}`]: first }]);
  return carried([{ at_least: { count: 1, of: wanted.map((word) => ({ [`not_${check}`]: word })) } }]);
}

/** Returns the texts of a list, or of a text with commas. */
function wordsOf(value: JsonValue | undefined): readonly string[] | LeftOut {
  if (value === undefined || value === null || value === '') return leftOut('it has no value');
  const words = typeof value === 'string' ? splitAtCommas(value) : listOf(value);
  return words ?? leftOut('its value is no list of texts');
}

function listOf(value: JsonValue): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const words = (value as readonly JsonValue[]).map(wordOf);
  return words.every((word) => word !== undefined) ? words : undefined;
}

/** Returns a text or number as text. */
function wordOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/**
 * Splits a text at its commas, as promptfoo does: white space around an item is dropped, empty items are skipped, and an item in double
 * quotes may have commas. Returns undefined for a quote that is not closed, or has text behind it.
 */
function splitAtCommas(text: string): readonly string[] | undefined {
  const items: string[] = [];
  let rest = text;
  for (;;) {
    rest = rest.replace(/^[\s,]+/, '');
    if (rest === '') return items;
    if (!rest.startsWith('"')) {
      const end = rest.includes(',') ? rest.indexOf(',') : rest.length;
      items.push(rest.slice(0, end).trim());
      rest = rest.slice(end);
      continue;
    }
    const quoted = /^"((?:\\["\\]|""|[^"])*)"(?!")\s*(?=,|$)/.exec(rest);
    if (!quoted) return undefined;
    items.push((quoted[1] ?? '').replace(/\\(["\\])|""/g, (_, escaped: string | undefined) => escaped ?? '"'));
    rest = rest.slice(quoted[0].length);
  }
}
