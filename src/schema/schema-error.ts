import type { DataPath } from './shape-issue.js';

/** What a JSON Schema validator says of one keyword that does not hold. */
export interface SchemaError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
  readonly parentSchema?: unknown;
  readonly data?: unknown;
  /** Of a mistake in a key itself. */
  readonly propertyName?: string;
}

/** The steps of a JSON Pointer into `root`; the steps into lists are numbers. */
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

/** The value of an own key, or undefined. */
export function member(value: unknown, key: string): unknown {
  if (value === null || typeof value !== 'object' || !Object.hasOwn(value, key)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[key];
}
