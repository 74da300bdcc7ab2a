import { canonicalJson } from './data/digest.js';
import { isObject, type JsonValue, numberIn } from './data/json.js';
import { isWrittenBy, writtenAt } from './data/written.js';
import type { FieldReference } from './dataset.js';
import {
  type CheckSpec,
  type ClassSpec,
  type Grader,
  inputsOfGrader,
  isReference,
  isValueReference,
  type RubricSpec,
  referenceKeys,
  type ValueReference,
} from './grader.js';
import { placeholderPattern, render } from './text/quoted.js';

/** The keys and indexes that lead to a value inside another one. */
type ValuePath = readonly (string | number)[];

/** A reference, and the keys and indexes that lead to it in the value that was searched. */
export interface FoundReference {
  readonly reference: ValueReference;
  readonly path: ValuePath;
}

/** A mapping with one key that is reserved for references, and the keys and indexes that lead to it. */
interface ReservedKey {
  readonly key: string;
  readonly path: ValuePath;
}

type FieldValue = (reference: FieldReference) => JsonValue;

/** The values that replace references. */
export interface ReferredValues {
  readonly field: FieldValue;
  /** Returns the value of a field as text, as the file writes it; null for none. Absent where no reference names a field. */
  readonly fieldText?: (reference: FieldReference) => string | null;
  readonly inputs: Readonly<Record<string, string>>;
}

/** A part of a check whose mappings and texts are what they are: it has no references. */
export type LiteralPart = 'schema' | 'program' | 'arguments';

/** Checks whose value has no references. */
const literalChecks: ReadonlyMap<string, LiteralPart> = new Map([
  ['is_json', 'schema'],
  ['json_schema', 'schema'],
  ['command', 'program'],
  ['module', 'program'],
]);

/** Keys of the values of checks in which a mapping is what it is. */
const literalKeys: readonly string[] = ['arguments', 'arguments_schema'];

const numberChecks: readonly string[] = [
  'min_tokens',
  'max_tokens',
  'min_chars',
  'max_chars',
  'max_latency_s',
  'max_cost_usd',
  'min_calls',
  'max_calls',
  'number',
];

/** Keys of the values of checks that take numbers. */
const numberKeys: readonly string[] = ['min', 'max', 'count', 'times'];

/** Returns the references in a value, at any depth, in order. */
export function referencesIn(value: unknown, path: ValuePath = []): readonly FoundReference[] {
  if (isValueReference(value)) return [{ reference: value, path }];
  if (Array.isArray(value)) return value.flatMap((item, index) => referencesIn(item, [...path, index]));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, part]) => referencesIn(part, [...path, key]));
}

/** Returns the mappings in a value, at any depth, that look like a reference but are invalid, such as `{ field: 1 }`. */
export function reservedIn(value: unknown, path: ValuePath = []): readonly ReservedKey[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => reservedIn(item, [...path, index]));
  if (!isObject(value) || isValueReference(value)) return [];
  const [key = '', ...others] = Object.keys(value);
  if (others.length === 0 && referenceKeys.includes(key)) return [{ key, path }];
  return Object.entries(value).flatMap(([name, part]) => reservedIn(part, [...path, name]));
}

export function referencesOfCheck({ op, value }: CheckSpec): readonly FoundReference[] {
  return referencesIn(value).filter(({ path }) => !literalPart(op, path));
}

/** Returns the part without references that a path in the value of a check leads into; undefined if references are resolved there. */
export function literalPart(op: string, path: ValuePath): LiteralPart | undefined {
  const inner = innerCheck(op, path);
  const whole = literalChecks.get(inner.op.replace(/^not_/, ''));
  if (whole) return whole;
  const isData = inner.path.some((key) => literalKeys.includes(String(key)));
  return isData && !/^(?:not_)?json_value$/.test(inner.op) ? 'arguments' : undefined;
}

/** Returns the check that a path leads into, and the rest of the path: of `at_least`, one of its checks. */
function innerCheck(op: string, path: ValuePath): { readonly op: string; readonly path: ValuePath } {
  const [of, , inner] = path;
  return op === 'at_least' && of === 'of' && typeof inner === 'string'
    ? { op: inner, path: path.slice(3) }
    : { op, path };
}

/** Returns a grader with the values of one item in place of its references. */
export function resolveGrader(grader: Grader, values: ReferredValues): Grader {
  switch (grader.grader) {
    case 'trial_passes': {
      const { checks, rubric } = grader.params;
      const resolved = checks.map((spec) => resolveCheck(spec, values));
      return {
        ...grader,
        params: { ...grader.params, checks: resolved, ...(rubric && { rubric: resolveRubric(rubric, values) }) },
      };
    }
    case 'expected_behavior':
      return { ...grader, params: resolveReference(grader.params, values) };
    case 'class':
      return { ...grader, params: { ...grader.params, expected: expectedClass(grader.params, values) } };
    default:
      return grader;
  }
}

/** Returns the class that an item expects: its text, or the class that is the same number or truth value. */
function expectedClass({ expected, of: classes }: ClassSpec, values: ReferredValues): string {
  const text = resolveText(expected, values);
  if (!isReference(expected) || classes.includes(text)) return text;
  const value = values.field(expected);
  return classes.find((one) => isWrittenBy(value, one)) ?? text;
}

/**
 * Returns a check with the values of one item in place of its references, in the form that the check reads. It is the same form whether the
 * file is CSV, where all values are texts, or JSON. Returns the check itself if it has no references.
 */
export function resolveCheck(spec: CheckSpec, values: ReferredValues): CheckSpec {
  if (referencesOfCheck(spec).length === 0) return spec;
  const both = withBothTexts(spec, values);
  return {
    of_item: true,
    ...replaceReferences(both, (reference, path) => valueFor(innerCheck(both.op, path), reference, values)),
  };
}

/**
 * Returns a check with inputs in place of its references, as far as they have one: references to fields stay, and so do those with an input
 * that is not among `inputs`.
 */
export function resolveInputs(spec: CheckSpec, inputs: Readonly<Record<string, string>>): CheckSpec {
  const values = { field: (reference: FieldReference) => ({ ...reference }), inputs };
  return replaceReferences(spec, (reference, path) =>
    isReference(reference) || !hasInputs(reference, inputs)
      ? ({ ...reference } as JsonValue)
      : valueFor(innerCheck(spec.op, path), reference, values),
  );
}

export function hasInputs(reference: ValueReference, inputs: Readonly<Record<string, string>>): boolean {
  return inputsOfGrader(reference).every((name) => Object.hasOwn(inputs, name));
}

type Replace = (reference: ValueReference, path: ValuePath) => JsonValue;

function replaceReferences(spec: CheckSpec, replace: Replace): CheckSpec {
  if (referencesOfCheck(spec).length === 0) return spec;
  const value = replacedIn(spec.value, [], (reference, path) =>
    literalPart(spec.op, path) ? ({ ...reference } as JsonValue) : replace(reference, path),
  );
  return { ...spec, value };
}

/** Replaces the references in a value, at any depth. The new values are not searched again. */
function replacedIn(value: JsonValue, path: ValuePath, replace: Replace): JsonValue {
  if (isValueReference(value)) return replace(value, path);
  if (Array.isArray(value)) return value.map((item: JsonValue, index) => replacedIn(item, [...path, index], replace));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, replacedIn(part, [...path, key], replace)]),
  );
}

/** Returns the value of a reference at a path in the value of a check, in the form that the check reads. */
function valueFor(
  { op, path }: { readonly op: string; readonly path: ValuePath },
  reference: ValueReference,
  values: ReferredValues,
): JsonValue {
  if ('text' in reference && /^(?:not_)?matches(?:_any)?$/.test(op))
    return renderPattern(reference.text, values.inputs);
  const value = referredValue(reference, values);
  if (/^(?:not_)?json_value$/.test(op)) return value;
  if (numberChecks.includes(op) || numberKeys.includes(String(path.at(-1))))
    return typeof value === 'string' ? (numberIn(value) ?? value) : value;
  if (path.length === 0 && /_(?:any|all)$/.test(op)) return listIn(value, /_any$/.test(op));
  return scalarText(value, resolveText(reference, values));
}

const textChecks = /^(?:not_)?(?:i?contains|equals|starts_with|ends_with)$/;

/** Returns a check that compares with a number of an item as one that takes both its text in the file and its shortest one: 42.0 and 42. */
function withBothTexts(spec: CheckSpec, { field, fieldText }: ReferredValues): CheckSpec {
  const { op, value } = spec;
  if (op === 'at_least' && isObject(value) && Array.isArray(value['of'])) {
    const inner = value['of'].map((one: JsonValue) =>
      isObject(one) ? Object.fromEntries(Object.entries(one).map(([key, part]) => bothTextsAt(key, part))) : one,
    );
    return { ...spec, value: { ...value, of: inner } };
  }
  const [named, both] = bothTextsAt(op, value);
  return named === op ? spec : { ...spec, op: named, value: both };

  function bothTextsAt(key: string, part: JsonValue): readonly [string, JsonValue] {
    if (!textChecks.test(key) || !isReference(part)) return [key, part];
    const [number, text] = [field(part), fieldText?.(part) ?? null];
    const hasTwo = typeof number === 'number' && text !== null && text !== String(number);
    return hasTwo ? [`${key}_any`, [text, String(number)]] : [key, part];
  }
}

function referredValue(reference: ValueReference, { field, inputs }: ReferredValues): JsonValue {
  if ('field' in reference) return field(reference);
  if ('text' in reference) return render(reference.text, inputs);
  return (Object.hasOwn(inputs, reference.input) ? inputs[reference.input] : undefined) ?? null;
}

/** Returns numbers and booleans as texts, and other values as they are. */
function scalarText(value: JsonValue, text: string = String(value)): JsonValue {
  return typeof value === 'number' || typeof value === 'boolean' ? text : value;
}

/**
 * Returns a list with texts for its scalars: the shortest ones, and in a list of alternatives also those in the file. A text with a JSON list
 * is read, since neither CSV nor inputs have lists.
 */
function listIn(value: JsonValue, isAny: boolean): JsonValue {
  const list = typeof value === 'string' ? parsedList(value) : value;
  if (!Array.isArray(list)) return value;
  return list.flatMap((item: JsonValue, index) => {
    const written = isAny ? writtenAt(list, index) : undefined;
    return [...(written === undefined ? [] : [written]), scalarText(item)];
  });
}

function parsedList(text: string): JsonValue {
  if (!/^\s*\[/.test(text)) return text;
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return text;
  }
}

/** Returns a text, or the value of a reference as a text: lists and mappings as JSON with sorted keys. */
export function resolveText(text: string | ValueReference, values: ReferredValues): string {
  if (typeof text === 'string') return text;
  const value = referredValue(text, values);
  if (typeof value === 'string') return value;
  return ('field' in text ? values.fieldText?.(text) : undefined) ?? canonicalJson(value);
}

/** Replaces the references of a rubric, or of each of a list. */
function resolveRubric(rubric: RubricSpec | readonly RubricSpec[], values: ReferredValues) {
  if ('text' in rubric) return resolveReference(rubric, values);
  return rubric.map((one) => resolveReference(one, values));
}

function resolveReference<T extends { readonly reference?: string | ValueReference }>(
  judged: T,
  values: ReferredValues,
): T {
  if (judged.reference === undefined) return judged;
  return { ...judged, reference: resolveText(judged.reference, values) };
}

/**
 * Replaces each `{{name}}` in a regular expression by its value, escaped so that it matches itself. A value can add no operator: it is a group
 * of its own, or, inside a character class, a list of character codes. Keeps placeholders without a value. Returns an empty text if nothing
 * but empty values is left, or if a value leaves a class without characters.
 */
export function renderPattern(pattern: string, values: Readonly<Record<string, string>>): string {
  let out = '';
  let end = 0;
  let isEmpty = true;
  let inClass = false;
  for (const match of pattern.matchAll(placeholderPattern)) {
    const [whole, name = ''] = match;
    if (!Object.hasOwn(values, name)) continue;
    const value = values[name] ?? '';
    const before = pattern.slice(end, match.index);
    inClass = endsInClass(before, inClass);
    if (inClass && value === '') return '';
    isEmpty &&= before === '' && value === '';
    out += before + (inClass ? codesOf(value) : `(?:${value.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')})`);
    end = match.index + whole.length;
  }
  return isEmpty && end === pattern.length ? '' : out + pattern.slice(end);
}

/** Returns true if a pattern is inside a character class after a part of it. */
function endsInClass(part: string, wasInClass: boolean): boolean {
  let inClass = wasInClass;
  for (let at = 0; at < part.length; at++) {
    const char = part.charAt(at);
    if (char === '\\') at++;
    else if (inClass) inClass = char !== ']';
    else if (char === '[') {
      inClass = true;
      if (part.charAt(at + 1) === '^') at++;
      if (part.charAt(at + 1) === ']') at++;
    }
  }
  return inClass;
}

/** Writes each character as its code, which is never an operator of a class, not even after a backslash. */
function codesOf(value: string): string {
  return Array.from(value, (char) => `\\U${(char.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}`).join('');
}
