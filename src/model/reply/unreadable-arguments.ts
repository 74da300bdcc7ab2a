import { excessOf } from '../data/json.js';
import { repeatedKeyIn } from '../data/repeated-key.js';
import { quoted } from '../text/quoted.js';
import type { UnreadableArguments } from './tools.js';

/** Describes arguments that eva cannot read, as the end of "the arguments are": `no JSON`, `null`, `JSON with the key "order" twice`. */
export function describeUnreadable({ unreadable: text }: UnreadableArguments): string {
  if (text === 'null') return 'null';
  if (excessOf(text)) return 'larger or deeper than eva reads';
  const key = isJson(text) ? repeatedKeyIn(text) : undefined;
  return key === undefined ? 'no JSON' : `JSON with the key ${quoted(key)} twice`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
