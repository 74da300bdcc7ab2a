import { isObject, type JsonValue } from '#model/json.js';
import { checkedAnswer, toJson } from './app-answer.js';
import { AppFailure } from './app-failure.js';
import type { AppAnswer } from './app-session.js';

/** Deeper than any state of use, and shallow enough for whatever reads it later. */
const mostLevels = 100;
const shownLength = 80;

/** Reads the line of a program. Keys other than the three are left alone. Throws `AppFailure` if it is no answer. */
export function readAppLine(line: string): AppAnswer {
  const said = parsed(line);
  if (!isObject(said)) throw new AppFailure(`the application's line is no JSON object: ${shown(line)}`);
  if (!isShallow(said, mostLevels)) throw new AppFailure("the application's line is nested deeper than 100 levels");
  if (!Object.hasOwn(said, 'response')) throw new AppFailure('the application\'s line holds no "response"');
  const { response, state = null, details } = said;
  return { ...checkedAnswer(response, details ?? {}), state: checkedState(state) };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new AppFailure(`the application's line is no JSON: ${shown(line)}`);
  }
}

/** JSON can write numbers that are too large for it to hold. */
function checkedState(state: JsonValue): JsonValue {
  const kept = toJson(state);
  if (kept === undefined) throw new AppFailure("the application's state holds a number that is too large");
  return kept;
}

function isShallow(value: unknown, levels: number): boolean {
  if (value === null || typeof value !== 'object') return true;
  return levels > 0 && Object.values(value).every((part) => isShallow(part, levels - 1));
}

function shown(line: string): string {
  return JSON.stringify(line.length > shownLength ? `${line.slice(0, shownLength)}…` : line);
}
