import { posix } from 'node:path';
import { problem } from '#errors/index.js';
import { isObject, type JsonValue } from '#model/data/json.js';
import { hasErrors, type Loaded, type Place } from '#model/problem.js';
import { readDocument } from '../../source/document.js';
import { candidatesFor, type Hidden } from '../../source/inside-root.js';
import { inputNames, type Misnamed, misnamedIn } from '../../source/misnamed.js';
import { type Path, valueAt } from '../../source/place.js';
import type { YamlSource } from '../../source/yaml-source.js';

/** A value for an input: the exact text that replaces its placeholder; null for no value. */
export interface GivenInput {
  readonly text: string | null;
  /** The place of its name. */
  readonly at: Place;
}

/** Returns the values of a mapping of inputs, by name. */
export function givenInputs(source: YamlSource, path: Path): ReadonlyMap<string, GivenInput> {
  const values = valueAt(source.value, path);
  const names = isObject(values) ? Object.keys(values) : [];
  return new Map(
    names.map((name) => {
      const at = source.place([...path, name], 'key');
      return [name, { text: inputText(source, [...path, name]), at }];
    }),
  );
}

/** Returns a value as text: texts unchanged, numbers and booleans as written, lists and mappings as JSON, null for null. */
export function inputText(source: YamlSource, path: Path): string | null {
  const value = valueAt(source.value, path);
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

/**
 * Reads the inputs.yml of the folder in `inputs_from`, below the root, else below the prompt's folder. `at` is the place of `inputs_from`.
 */
export function loadInputs(
  { root, id }: { readonly root: string; readonly id: string },
  folder: string,
  at?: Place,
  hidden?: Hidden,
): Loaded<ReadonlyMap<string, GivenInput>> {
  const candidates = candidatesFor(id, folder, 'inputs.yml');
  const { source, problems } = readDocument(root, 'inputs', candidates, { at, hidden });
  const misnamed = problems.some(({ code }) => code === 'EVA_NO_FILE') && misnamedInputs(root, candidates);
  if (misnamed) return { value: null, problems: [problem('EVA_NO_FILE:unread', misnamed, { at })] };
  return { value: source && !hasErrors(problems) ? givenInputs(source, []) : null, problems };
}

/** Returns the file that somebody may have named differently than inputs.yml, in one of the folders where eva looks for it. */
function misnamedInputs(root: string, candidates: readonly string[]): Misnamed | undefined {
  return candidates
    .map((file) => misnamedIn(root, posix.dirname(file), inputNames))
    .find((found) => found !== undefined);
}
