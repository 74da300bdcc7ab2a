import { isObject, type JsonValue } from '#model/data/json.js';
import type { Check, CheckOutcome, RefusedCheck } from '../checking/check.js';
import { quote } from '../checking/excerpt.js';
import { type Equality, jsonDifference } from '../checking/json-equality.js';
import { excerptByKeys, jsonInResponse, notJson } from '../checking/json-in-response.js';
import { nameOf, pointerKeys, repeatedKey } from '../checking/json-pointer.js';

/** What is expected, and where in the JSON. */
interface ExpectedValue extends Equality {
  readonly keys: readonly string[];
  readonly expected: JsonValue;
}

/** Holds if the value at a JSON pointer in the JSON of the response equals the expected one. */
export const jsonValue: Check = {
  op: 'json_value',
  prepare(value) {
    const expected = readExpected(value);
    return 'key' in expected ? expected : { run: (response) => checkValue(expected, response) };
  },
};

function readExpected(value: JsonValue): ExpectedValue | RefusedCheck {
  if (!isObject(value) || value['equals'] === undefined) return { key: 'EVA_BAD_CHECK:not_json_value', params: {} };
  const { at = '', equals, within = 0, ignore_case = false } = value;
  const keys = typeof at === 'string' ? pointerKeys(at) : undefined;
  if (!keys) return { key: 'EVA_BAD_CHECK:not_pointer', params: { written: String(at) } };
  if (typeof within !== 'number' || !(within >= 0)) return { key: 'EVA_BAD_CHECK:not_distance', params: {} };
  return { keys, expected: equals, within, ignoreCase: ignore_case === true };
}

function checkValue({ keys, expected, ...equality }: ExpectedValue, response: string): CheckOutcome {
  const found = jsonInResponse(response);
  if (!('value' in found)) return notJson(response, found);
  const twice = repeatedKey(found.block.text, keys);
  if (twice !== undefined) {
    const excerpt = excerptByKeys(response, found.block, keys);
    return { holds: false, reason: `the JSON has the key ${quote(twice)} twice`, excerpt };
  }
  const difference = jsonDifference(found.value, keys, expected, equality);
  if (!difference) return { holds: true, reason: `${nameOf(keys)} is equal` };
  const excerpt = excerptByKeys(response, found.block, difference.keys);
  return { holds: false, reason: difference.reason, excerpt };
}
