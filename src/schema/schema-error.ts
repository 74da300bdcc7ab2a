import type { ParamsOf } from '#errors/index.js';
import type { schemaSentences, ValueName } from '#errors/sentences/input/schema.js';

/** An error of a JSON Schema validator: one keyword that a value violates. */
export interface SchemaError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
  readonly parentSchema?: unknown;
  readonly data?: unknown;
  /** The key, if the error is about a key itself. */
  readonly propertyName?: string;
}

/** Converts a JSON Pointer into `root` to a path, with numbers for the items of lists. */
export function pathOf(pointer: string, root: unknown): DataPath {
  const path: (string | number)[] = [];
  let value = root;
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    path.push(Array.isArray(value) ? Number(key) : key);
    value = member(value, key);
  }
  return path;
}

export function member(value: unknown, key: string): unknown {
  if (value === null || typeof value !== 'object' || !Object.hasOwn(value, key)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[key];
}

export type DataPath = readonly (string | number)[];

/** A mistake in the shape of a document: its sentence, the parameters and the path. */
export type ShapeIssue = {
  [K in keyof typeof schemaSentences]: {
    readonly path: DataPath;
    /** The part that the issue is about: the key at the path or its value. */
    readonly on: 'key' | 'value';
    readonly key: K;
    readonly params: ParamsOf<K>;
    /** For an unknown key: the known key that it probably means. */
    readonly meant?: string;
  };
}[keyof typeof schemaSentences];

export function nameOf(path: DataPath): ValueName {
  const last = path.at(-1);
  if (last === undefined) return { key: null, item: null };
  if (typeof last === 'string') return { key: last, item: null };
  const list = path.at(-2);
  return { key: typeof list === 'string' ? list : null, item: last };
}
