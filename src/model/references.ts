import type { CheckSpec, Grader, RubricSpec } from './case/grader.js';
import { canonicalJson } from './data/digest.js';
import { isObject, type JsonValue, numberIn } from './data/json.js';
import type { FieldReference } from './dataset.js';

/** A reference, and the keys and indexes that lead to it in the value that was searched. */
export interface FoundReference extends FieldReference {
  readonly path: readonly (string | number)[];
}

/** A mapping with one key that is reserved for references, and the keys and indexes that lead to it. */
interface ReservedKey {
  readonly key: string;
  readonly path: FoundReference['path'];
}

/** Returns the value of the field that a reference names. */
export type FieldValue = (reference: FieldReference) => JsonValue;

/** Checks whose value has no references. A mapping in them is what it is. */
const literalChecks: readonly string[] = ['is_json', 'json_schema', 'command'];
const countChecks: readonly string[] = ['min_tokens', 'max_tokens', 'min_chars', 'max_chars'];
const listChecks: readonly string[] = ['contains_any', 'contains_all'];

/** Returns true for `{ field: NAME }`. */
export function isReference(value: unknown): value is FieldReference {
  return isObject(value) && typeof value['field'] === 'string' && Object.keys(value).length === 1;
}

/** Returns the references in a value, at any depth, in order. */
export function referencesIn(value: unknown, path: FoundReference['path'] = []): readonly FoundReference[] {
  if (isReference(value)) return [{ field: value.field, path }];
  if (Array.isArray(value)) return value.flatMap((item, index) => referencesIn(item, [...path, index]));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, part]) => referencesIn(part, [...path, key]));
}

/** The keys that are references if they are the only key of a mapping. Only `field` has a meaning yet. */
const referenceKeys: readonly string[] = ['field', 'input', 'text'];

/** Returns the mappings in a value, at any depth, that look like a reference and are none: `{ input: NAME }`, `{ field: 1 }`. */
export function reservedIn(value: unknown, path: FoundReference['path'] = []): readonly ReservedKey[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => reservedIn(item, [...path, index]));
  if (!isObject(value) || isReference(value)) return [];
  const [key = '', ...others] = Object.keys(value);
  if (others.length === 0 && referenceKeys.includes(key)) return [{ key, path }];
  return Object.entries(value).flatMap(([name, part]) => reservedIn(part, [...path, name]));
}

/** Returns the references in the value of a check. */
export function referencesOfCheck({ op, value }: CheckSpec): readonly FoundReference[] {
  return literalChecks.includes(op) ? [] : referencesIn(value);
}

/** Returns a grader with the values of one item in place of its references. */
export function resolveGrader(grader: Grader, fieldValue: FieldValue): Grader {
  switch (grader.grader) {
    case 'trial_passes': {
      const { checks, rubric } = grader.params;
      const resolved = checks.map((spec) => resolveCheck(spec, fieldValue));
      return {
        ...grader,
        params: { ...grader.params, checks: resolved, ...(rubric && { rubric: resolveRubric(rubric, fieldValue) }) },
      };
    }
    case 'expected_behavior':
      return { ...grader, params: resolveReference(grader.params, fieldValue) };
    case 'class':
      return { ...grader, params: { ...grader.params, expected: resolveText(grader.params.expected, fieldValue) } };
    default:
      return grader;
  }
}

/**
 * Returns a check with the values of one item in place of its references, in the form that the check reads. It is the same form whether the
 * file is CSV, where all values are texts, or JSON. Returns the check itself if it has no references.
 */
export function resolveCheck(spec: CheckSpec, fieldValue: FieldValue): CheckSpec {
  if (referencesOfCheck(spec).length === 0) return spec;
  return {
    ...spec,
    value: resolveValue(spec.value, (reference) => formFor(spec.op, fieldValue(reference), spec.value)),
  };
}

/** Replaces the references in a value, at any depth. The new values are not searched again. */
function resolveValue(value: JsonValue, fieldValue: FieldValue): JsonValue {
  if (isReference(value)) return fieldValue(value);
  if (Array.isArray(value)) return value.map((item: JsonValue) => resolveValue(item, fieldValue));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, resolveValue(part, fieldValue)]));
}

function formFor(op: string, value: JsonValue, written: JsonValue): JsonValue {
  if (op === 'json_value') return value;
  if (countChecks.includes(op)) return typeof value === 'string' ? (numberIn(value) ?? value) : value;
  return listChecks.includes(op) && isReference(written) ? listIn(value) : scalarText(value);
}

/** Returns numbers and booleans as texts, and other values as they are. */
function scalarText(value: JsonValue): JsonValue {
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
}

/** Returns a list with texts for its scalars. A text with a JSON list is read, since CSV has no lists. */
function listIn(value: JsonValue): JsonValue {
  const list = typeof value === 'string' ? parsedList(value) : value;
  return Array.isArray(list) ? list.map(scalarText) : value;
}

function parsedList(text: string): JsonValue {
  if (!/^\s*\[/.test(text)) return text;
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return text;
  }
}

/** Returns a text, or the value of a field as a text: lists and mappings as JSON with sorted keys. */
export function resolveText(text: string | FieldReference, fieldValue: FieldValue): string {
  if (typeof text === 'string') return text;
  const value = fieldValue(text);
  return typeof value === 'string' ? value : canonicalJson(value);
}

/** Replaces the references of a rubric, or of each of a list. */
function resolveRubric(rubric: RubricSpec | readonly RubricSpec[], fieldValue: FieldValue) {
  if ('text' in rubric) return resolveReference(rubric, fieldValue);
  return rubric.map((one) => resolveReference(one, fieldValue));
}

function resolveReference<T extends { readonly reference?: string | FieldReference }>(
  judged: T,
  fieldValue: FieldValue,
): T {
  if (judged.reference === undefined) return judged;
  return { ...judged, reference: resolveText(judged.reference, fieldValue) };
}
