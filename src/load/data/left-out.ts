import type { Place, Problem } from '#model/problem.js';
import { aboutNothing, subjects } from '../case/then.js';

/** A key of an object that is there and undefined. */
export interface LeftOut {
  /** Where the object stands. */
  readonly at: Place;
  readonly key: string;
}

/** A key that is missing, told as undefined where a program set it to that: what is behind it is a misspelt property, mostly. */
export function asUndefined(one: Problem, leftOut: readonly LeftOut[], metrics: readonly string[]): Problem {
  const own = leftOut.find(({ at, key }) => isSame(at, one.at) && isMissing(key, one));
  if (!own) return one;
  const hint = hintOn(own.key, one, metrics);
  return { ...one, message: `"${own.key}" is undefined`, ...(hint !== undefined && { hint }) };
}

function isSame(one: Place, other: Place | undefined): boolean {
  return one.file === other?.file && one.property === other.property;
}

function isMissing(key: string, { code, message }: Problem): boolean {
  if (code !== 'EVA_MISSING_KEY') return false;
  if (message === aboutNothing) return subjects.some((subject) => subject === key);
  return message === `"${key}" is missing`;
}

function hintOn(key: string, { message, hint }: Problem, metrics: readonly string[]): string | undefined {
  if (key === 'metric') return `metrics: ${metrics.join(', ')}`;
  return message === aboutNothing ? 'give it a value' : hint;
}
