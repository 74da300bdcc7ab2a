import { problem } from '#errors/index.js';
import type { Place, Problem } from '#model/problem.js';
import { nearest } from '#model/text/nearest.js';
import type { ShapeIssue } from '#schema/shape-issue.js';
import { subjects } from '../case/then.js';

/** Names of a program beside those that the schema knows. */
export interface OwnNames {
  readonly metrics: readonly string[];
  readonly criteria: readonly string[];
}

/** A mistake of shape as one tells it of an object, or null if it is none, since the program knows the name. `written` is the value there. */
export function issueInData(issue: ShapeIssue, written: unknown, own: OwnNames): ShapeIssue | null {
  const [name, known] = ownName(issue, written, own);
  if (known.includes(name)) return null;
  const meant = nearest(name, known);
  const advice = meant === undefined ? adviceInData(issue.hint) : `did you mean "${meant}"?`;
  const hint = meant === undefined && isLost(issue, name) ? `${advice} (${rideAlong})` : advice;
  return { ...issue, message: inData(issue.message), ...(hint !== undefined && { hint }) };
}

/** A metric that eva does not know may be one of the program's own, of which JSON and a template keep the name alone. */
function isLost({ code }: ShapeIssue, name: string): boolean {
  return code === 'EVA_BAD_VALUE' && /^per_(turn|conversation)\.\w+$/.test(name);
}

const rideAlong = 'a metric of your own is given as what defineMetric made, of which JSON keeps the name alone';

function ownName({ path, code }: ShapeIssue, written: unknown, own: OwnNames): readonly [string, readonly string[]] {
  const last = path.at(-1);
  if (code === 'EVA_UNKNOWN_CRITERION') return [String(last), own.criteria];
  return code === 'EVA_BAD_VALUE' && last === 'metric' && typeof written === 'string'
    ? [written, own.metrics]
    : ['', []];
}

/** Scenarios of a program stand in no file, and the property before the message says what lacks a key. */
function inData(message: string): string {
  return message.replace(/^the file is /, 'the document is ').replace(/^("[^"]*" is missing) in .*$/, '$1');
}

/** What to write where the advice speaks of YAML. */
const advice: Readonly<Record<string, string>> = {
  'begin each entry of the list with "- "': 'write a list',
  'write "key: value" pairs, with a space after each colon': 'write an object',
  'begin each with a "- " of its own': 'make an item of its own for each',
  'put it in quotes': 'write a text',
};

function adviceInData(hint: string | undefined): string | undefined {
  return hint !== undefined && Object.hasOwn(advice, hint) ? advice[hint] : hint;
}

/** A key of an object that is there and undefined. */
export interface LeftOut {
  /** Where the object stands. */
  readonly at: Place;
  readonly key: string;
}

/** Says of a key that is missing that it is undefined, if a program set it to that: mostly there is a misspelt property behind it. */
export function asUndefined(one: Problem, leftOut: readonly LeftOut[], metrics: readonly string[]): Problem {
  const own = leftOut.find(({ at, key }) => isSame(at, one.at) && isMissing(key, one));
  return own ? problem('EVA_MISSING_KEY:undefined', { key: own.key, metrics }, { at: one.at }) : one;
}

function isSame(one: Place, other: Place | undefined): boolean {
  return one.file === other?.file && one.property === other.property;
}

function isMissing(key: string, { code, variant, message }: Problem): boolean {
  if (code !== 'EVA_MISSING_KEY') return false;
  if (variant === 'subject') return subjects.some((subject) => subject === key);
  return message === `"${key}" is missing`;
}
