import { isObject, type JsonValue } from '#model/data/json.js';
import { trimmed } from '#model/text/characters.js';
import type { Assessment } from '../checking/assessment.js';
import type { RefusedCheck } from '../checking/check.js';
import { quote } from '../checking/excerpt.js';
import { withNot } from '../checking/family.js';
import { type Equality, inexactIn, jsonDifference, tooManyDigits } from '../checking/json-equality.js';
import { excerptByKeys, jsonInResponse, noJson } from '../checking/json-in-response.js';
import { findByKeys, nameOf, pointerKeys, repeatedKey, spanByKeys } from '../checking/json-pointer.js';

interface ExpectedValue extends Equality {
  readonly keys: readonly string[];
  readonly expected: JsonValue;
}

/** Checks whether the value at a JSON pointer in the JSON of the response equals the expected one. */
export const jsonValue = withNot({
  op: 'json_value',
  prepare(value) {
    const expected = readExpected(value);
    return 'key' in expected ? expected : { assess: (response) => assessValue(expected, response) };
  },
});

function readExpected(value: JsonValue): ExpectedValue | RefusedCheck {
  if (!isObject(value) || value['equals'] === undefined) return { key: 'EVA_BAD_CHECK:not_json_value', params: {} };
  const { at = '', equals, within = 0, ignore_case = false } = value;
  const keys = typeof at === 'string' ? pointerKeys(at) : undefined;
  if (!keys) return { key: 'EVA_BAD_CHECK:not_pointer', params: { written: String(at) } };
  if (typeof within !== 'number' || !(within >= 0)) return { key: 'EVA_BAD_CHECK:not_distance', params: {} };
  return { keys, expected: equals, within, ignoreCase: ignore_case === true };
}

function assessValue({ keys, expected, ...equality }: ExpectedValue, response: string): Assessment {
  const found = jsonInResponse(response);
  if (!('value' in found)) return noJson(response, found);
  const { value, block } = found;
  const twice = repeatedKey(block.text, keys);
  if (twice !== undefined) {
    const excerpt = excerptByKeys(response, block, keys);
    return { holds: 'cannot', reason: `the JSON has the key ${quote(twice)} twice`, excerpt };
  }
  const difference = jsonDifference(value, keys, expected, equality);
  const inexact = difference ? undefined : inexactAt(value, keys, equality.within);
  if (inexact !== undefined && !isWritten(block.text, keys, expected)) {
    return { holds: 'cannot', reason: tooManyDigits(keys, inexact), excerpt: excerptByKeys(response, block, keys) };
  }
  if (difference) {
    const { reason } = difference;
    const explain = () => ({ reason, excerpt: excerptByKeys(response, block, difference.keys) });
    return { holds: false, explain, explainNot: () => ({ reason }) };
  }
  const equal = `${nameOf(keys)} is equal`;
  const explainNot = () => ({ reason: equal, excerpt: excerptByKeys(response, block, keys) });
  return { holds: true, explain: () => ({ reason: equal }), explainNot };
}

function inexactAt(root: JsonValue, keys: readonly string[], within: number): number | undefined {
  const found = findByKeys(root, keys);
  return 'value' in found ? inexactIn(found.value, within) : undefined;
}

/** Returns true if the expected value is a text with exactly the characters of the value. */
function isWritten(text: string, keys: readonly string[], expected: JsonValue): boolean {
  const span = spanByKeys(text, keys);
  return (
    span !== undefined && typeof expected === 'string' && trimmed(expected).text === text.slice(span.start, span.end)
  );
}
