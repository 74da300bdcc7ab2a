import { isObject, type JsonValue } from '#model/data/json.js';
import type { Place } from '#model/problem.js';
import type { DocumentPart } from './document.js';
import type { Path } from './place.js';
import type { YamlSource } from './yaml-source.js';

/** A value for an input: the exact text that replaces its placeholder; null for no value. */
interface GivenInput {
  readonly text: string | null;
  /** The place of its name. */
  readonly at: Place;
}

/** The inputs that a file or a case gives, by name. */
export type GivenInputs = ReadonlyMap<string, GivenInput>;

/** Returns the values of a mapping of inputs, by name. */
export function givenInputs(mapping: DocumentPart): GivenInputs {
  const names = isObject(mapping.value) ? Object.keys(mapping.value) : [];
  return new Map(
    names.map((name) => {
      const part = mapping.in(name);
      return [name, { text: inputText(part), at: part.placeOfKey() }];
    }),
  );
}

/** Returns a value as text: texts unchanged, numbers and booleans as written, lists and mappings as JSON, null for null. */
export function inputText({ source, path, value }: DocumentPart): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (typeof value !== 'object') return source.scalarText(path) ?? String(value);
  return jsonText(source, path, value);
}

/** Returns JSON without white space. Keeps numbers as written if that is valid JSON. */
function jsonText(source: YamlSource, path: Path, value: JsonValue): string {
  if (Array.isArray(value)) {
    return `[${value.map((item: JsonValue, index) => jsonText(source, [...path, index], item)).join(',')}]`;
  }
  if (value !== null && typeof value === 'object') {
    const entries = Object.entries(value).map(
      ([key, item]) => `${JSON.stringify(key)}:${jsonText(source, [...path, key], item)}`,
    );
    return `{${entries.join(',')}}`;
  }
  const written = typeof value === 'number' ? source.scalarText(path) : undefined;
  return written !== undefined && jsonNumber.test(written) ? written : JSON.stringify(value);
}

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
