import { describeExcess, excessOf } from '#model/data/bounded-json.js';
import { isObject, type JsonValue } from '#model/data/json.js';
import { checkedAnswer, mostBytesBeside } from './app-answer.js';
import { AppFailure } from './app-failure.js';
import type { AppAnswer } from './app-session.js';
import { copyJson, type Flaw } from './copy-json.js';

const shownLength = 80;

/** Reads a program's answer line. Ignores keys other than `response`, `state` and `details`. Throws `AppFailure` for an invalid answer. */
export function readAppLine(line: string): AppAnswer {
  const answer = parsed(line);
  if (!isObject(answer)) throw new AppFailure(`the application's line is no JSON object: ${shown(line)}`);
  if (!Object.hasOwn(answer, 'response')) throw new AppFailure('the application\'s line holds no "response"');
  const { response, state = null, details } = answer;
  return { ...checkedAnswer(response, details ?? {}), state: checkedState(state) };
}

function parsed(line: string): unknown {
  const excess = excessOf(line);
  if (excess) throw new AppFailure(`the application's line ${describeExcess(excess)}`);
  try {
    return JSON.parse(line);
  } catch {
    throw new AppFailure(`the application's line is no JSON: ${shown(line)}`);
  }
}

function checkedState(state: JsonValue): JsonValue {
  const copy = copyJson(state, mostBytesBeside);
  if ('flaw' in copy) throw new AppFailure(`the application's state ${flawsOfState[copy.flaw]}`);
  return copy.value;
}

/** Messages for the flaws of a state. Here `no_json` can only be a number that is too large for a double. */
const flawsOfState: Readonly<Record<Flaw, string>> = {
  no_json: 'holds a number that is too large',
  too_deep: 'is nested deeper than 100 levels',
  too_large: 'is longer than 64 kB',
};

function shown(line: string): string {
  return JSON.stringify(line.length > shownLength ? `${line.slice(0, shownLength)}…` : line);
}
