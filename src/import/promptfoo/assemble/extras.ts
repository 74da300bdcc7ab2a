import { isObject, type JsonObject, type JsonValue } from '#model/data/json.js';
import type { ImportedTest, VarValue } from '../imported.js';
import type { InputsWanted } from './case-inputs.js';

/** What a test says besides what is asked and checked. It changes no verdict, but people read it, and split results by it. */
export interface Extras {
  readonly metadata: JsonObject;
  /** Variables that neither the body nor a check uses. */
  readonly vars: JsonObject;
}

/** A text in a comment is cut at this length, and a list of values after so many. */
const longText = 200;
const mostValues = 30;

/** Returns the extras of a test. A variable that an assertion may name is not among them. */
export function extrasOf({ vars, asserts, metadata = {} }: ImportedTest, { body, needsAllVars }: InputsWanted): Extras {
  if (needsAllVars) return { metadata, vars: {} };
  const read = new Set(body.flatMap(({ name, reads }) => [name, ...reads]));
  const unread = Object.entries(vars).filter(([name]) => !read.has(name));
  if (unread.length === 0) return { metadata, vars: {} };
  const checks = JSON.stringify(asserts.map(({ value }) => value));
  const unused = unread.filter(([name]) => !checks.includes(JSON.stringify(name).slice(1, -1)));
  return { metadata, vars: Object.fromEntries(unused.map(([name, value]) => [name, plainValue(value)])) };
}

function plainValue(value: VarValue): JsonValue {
  return value.kind === 'media' ? value.file : value.value;
}

/** Returns the comment lines above a case with its metadata and its unused variables. */
export function extrasLines({ metadata, vars }: Extras): readonly string[] {
  return [...linesOf('metadata', metadata), ...linesOf('variables that nothing uses', vars)];
}

function linesOf(what: string, values: JsonObject): readonly string[] {
  const count = Object.keys(values).length;
  if (count === 0) return [];
  const rest = count > mostValues ? ` and ${count - mostValues} more` : '';
  return [`${what}: ${JSON.stringify(shortened(values))}${rest}`];
}

function shortened(value: JsonValue): JsonValue {
  if (typeof value === 'string') return value.length > longText ? `${value.slice(0, longText)}…` : value;
  if (Array.isArray(value)) return (value as readonly JsonValue[]).slice(0, mostValues).map(shortened);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, mostValues)
      .map(([key, inner]) => [key, shortened(inner)]),
  );
}
