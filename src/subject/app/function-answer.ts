import { quoted } from '#model/text/quoted.js';
import { checkedAnswer, mostBytesBeside } from './app-answer.js';
import { AppFailure } from './app-failure.js';
import type { AppAnswer } from './app-session.js';
import { copyJson } from './copy-json.js';

const names = ['response', 'state', 'details'];
const wrongShape = 'the application returned neither a text nor [text, state] nor { response, state, details }';

/** The return value of a function, by name. Only its shape is checked. */
export interface Returned {
  readonly response: unknown;
  readonly state?: unknown;
  readonly details?: unknown;
}

/**
 * Reads the return value of a function: a text, `[text, state]` or `{ response, state, details }`. Throws `AppFailure` for anything else.
 */
export function readReturned(value: unknown): Returned {
  if (typeof value === 'string') return { response: value };
  if (Array.isArray(value) && value.length === 2) return { response: value[0], state: value[1] };
  if (!hasResponse(value)) {
    throw new AppFailure(`${wrongShape}: it returned ${kindInWords(value)}`);
  }
  const { response, state, details } = value;
  return { response, state, details };
}

const mostKeys = 6;

/** Describes a value by its type and its key names. Omits its contents, which may be private. */
function kindInWords(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value !== 'object') return `a ${typeof value}`;
  const keys = Object.keys(value);
  if (keys.length === 0) return 'an object without keys';
  const more = keys.length > mostKeys ? `, and ${keys.length - mostKeys} more` : '';
  return `an object with the keys ${keys.slice(0, mostKeys).map(quoted).join(', ')}${more}`;
}

function hasResponse(value: unknown): value is Returned {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return false;
  return Object.hasOwn(value, 'response') && Object.keys(value).every((name) => names.includes(name));
}

/** Returns the answer, with the state if eva can store it. Throws `AppFailure` if the response or its details are invalid. */
export function toAnswer({ response, state = null, details }: Returned): AppAnswer {
  const copy = copyJson(state, mostBytesBeside);
  return { ...checkedAnswer(response, details), ...('value' in copy && { state: copy.value }) };
}
