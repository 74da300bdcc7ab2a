import { problem } from '#errors/index.js';
import type { Place, Problem } from '#model/problem.js';
import { nearest } from '#model/text/nearest.js';
import type { ShapeIssue } from '#schema/shape-issue.js';
import { subjects } from '../case/then.js';

/** Names that a program adds to those of the schema. */
export interface OwnNames {
  readonly metrics: readonly string[];
  readonly criteria: readonly string[];
}

/** Rewords an issue for an object of a program; null if the unknown name is one that the program added. */
export function issueInData(issue: ShapeIssue, own: OwnNames): ShapeIssue | null {
  if (issue.key === 'EVA_UNKNOWN_CRITERION') {
    const { key, meant } = issue.params;
    if (own.criteria.includes(key)) return null;
    return { ...issue, params: { ...issue.params, meant: nearest(key, own.criteria) ?? meant } };
  }
  if (issue.key === 'EVA_BAD_VALUE:choice' && issue.path.at(-1) === 'metric') {
    const { value, meant } = issue.params;
    if (own.metrics.includes(value)) return null;
    const near = nearest(value, own.metrics);
    const lost = near === undefined && mayBeOwnMetric(value) ? ({ isLostMetric: true } as const) : {};
    return inObject({ ...issue, params: { ...issue.params, meant: near ?? meant, ...lost } });
  }
  return inObject(issue);
}

/** Returns true if an unknown metric may be one of the program's own: JSON and templates keep only its name. */
function mayBeOwnMetric(name: string): boolean {
  return /^per_(turn|conversation)\.\w+$/.test(name);
}

/** Marks the value that an issue is about as a part of an object. */
function inObject(issue: ShapeIssue): ShapeIssue {
  const { params } = issue;
  if ('name' in params)
    return { ...issue, params: { ...params, name: { ...params.name, isObject: true } } } as ShapeIssue;
  if ('owner' in params)
    return { ...issue, params: { ...params, owner: { ...params.owner, isObject: true } } } as ShapeIssue;
  return issue;
}

/** A key of an object with the value undefined. */
export interface LeftOut {
  /** The place of the object. */
  readonly at: Place;
  readonly key: string;
}

/** Rewords the problem of a missing key that the program set to undefined, often by misspelling a property. */
export function asUndefined(entry: Problem, leftOut: readonly LeftOut[], metrics: readonly string[]): Problem {
  const own = leftOut.find(({ at, key }) => isSame(at, entry.at) && isMissing(key, entry));
  return own ? problem('EVA_MISSING_KEY:undefined', { key: own.key, metrics }, { at: entry.at }) : entry;
}

function isSame(place: Place, other: Place | undefined): boolean {
  return place.file === other?.file && place.property === other.property;
}

function isMissing(key: string, { code, variant, params }: Problem): boolean {
  if (code !== 'EVA_MISSING_KEY') return false;
  if (variant === 'subject') return subjects.some((subject) => subject === key);
  return variant === undefined && params !== undefined && 'key' in params && params['key'] === key;
}
