import type { Check } from '../checking/check.js';
import { jsonInResponse } from '../checking/json-in-response.js';
import { notJson } from '../checking/not-json.js';

/** The response, or the only fenced block in it, is JSON. */
export const isJson: Check = {
  op: 'is_json',
  prepare(value) {
    if (value !== true) return { problem: 'the value must be true', hint: 'write is_json: true' };
    return { run: (response) => checkJson(response) };
  },
};

function checkJson(response: string) {
  const found = jsonInResponse(response);
  return 'value' in found ? { holds: true, reason: 'is JSON' } : notJson(response, found);
}
