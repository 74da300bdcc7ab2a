import type { DataPath } from './shape-issue.js';

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

/** Returns the value of an own key, or undefined. */
export function member(value: unknown, key: string): unknown {
  if (value === null || typeof value !== 'object' || !Object.hasOwn(value, key)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[key];
}
