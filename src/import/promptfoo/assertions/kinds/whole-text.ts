import { isObject, type JsonValue } from '#model/data/json.js';
import { isValueReference } from '#model/grader.js';
import { carried, leftOut, type Mapped } from '../mapped.js';
import type { Assertion } from '../reading/assertion.js';

/** Carries over `equals`: of a text, or of an object, which the answer must be as JSON. */
export function equals({ isNot, value }: Assertion): Mapped {
  if (value === undefined || value === null) return leftOut('it has no value');
  if (typeof value === 'object') return equalsData(value, isNot);
  const text = String(value);
  if (text.trim() === '') return leftOut('its text is empty', 'expect something of the answer with another check');
  if (text === text.trim()) return carried([{ [isNot ? 'not_equals' : 'equals']: text }]);
  return carried([{ [isNot ? 'not_matches' : 'matches']: `\\A${escapePattern(text)}\\Z` }]);
}

/** An answer that is no JSON differs from the object, while `not_json_value` cannot be decided for it. */
function equalsData(value: JsonValue, isNot: boolean): Mapped {
  const check = hasReference(value) ? 'json_schema' : 'json_value';
  const expected = hasReference(value) ? { const: value } : { equals: value };
  if (!isNot) return carried([{ [check]: expected }]);
  return carried([{ at_least: { count: 1, of: [{ not_is_json: true }, { [`not_${check}`]: expected }] } }]);
}

/** Returns true if eva would read a part of the value as a reference to an input. */
function hasReference(value: JsonValue): boolean {
  if (isValueReference(value)) return true;
  if (Array.isArray(value)) return value.some(hasReference);
  return isObject(value) && Object.values(value).some(hasReference);
}

/** Carries over `starts-with`. White space at an end counts in promptfoo, so such a text becomes a pattern. */
export function startsWith({ isNot, value }: Assertion): Mapped {
  if (value === undefined || value === '') return leftOut('its text is empty, so it could never fail');
  if (typeof value !== 'string') return leftOut('its value is no text');
  const form = isNot ? 'not_' : '';
  if (value === value.trim()) return carried([{ [`${form}starts_with`]: value }]);
  return carried([{ [`${form}matches`]: `\\A${escapePattern(value)}` }]);
}

/** Returns a pattern that matches a text itself. White space that YAML would fold or hide is written as an escape. */
function escapePattern(text: string): string {
  return text
    .replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
    .replace(/\n/g, '\\n')
    .replace(/\r/g, '\\r')
    .replace(/\t/g, '\\t');
}
