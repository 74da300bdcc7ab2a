import { createRequire } from 'node:module';
import type { JsonObject } from '../data/json.js';
import type { Problem } from '../problem.js';
import { quoted } from '../text/quoted.js';

/** The documents that people write, by the names of their schemas in schemas/. */
export const documentKinds = [
  'meta',
  'messages',
  'eval',
  'inputs',
  'rubrics',
  'mutations',
  'tools',
  'eva-config',
] as const;

export type DocumentKind = (typeof documentKinds)[number];

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

type Validate = ((value: unknown) => boolean) & { readonly errors?: readonly SchemaError[] | null };

const require = createRequire(import.meta.url);

/** Reads the schema of a kind of document. */
export function documentSchema(kind: DocumentKind): JsonObject {
  return require(`eva-harness/schemas/${kind}.schema.json`);
}

/** Returns the validator of a kind of document: ajv's code for its schema, which scripts/complete-dist.js writes after tsc. */
export function documentValidator(kind: DocumentKind): Validate {
  return require('./documents.cjs')[kind];
}

export type DataPath = readonly (string | number)[];

/** A mistake in the shape of a document. */
export interface ShapeIssue {
  readonly path: DataPath;
  /** The part that the issue is about: the key at the path or its value. */
  readonly on: 'key' | 'value';
  /** The problem, without its place. */
  readonly problem: Problem;
  /** For an unknown key: the known key that it probably means. */
  readonly meant?: string;
  /** For a missing key: its name. */
  readonly missing?: string;
  /** The keys of an item that has more than one where one belongs. */
  readonly keys?: readonly string[];
}

/** Returns the name of a value of a document, by its key, its index in a list, or both: `item 2 of "cases"`. */
export function named(path: DataPath, whole: 'file' | 'document' = 'file'): string {
  const last = path.at(-1);
  if (last === undefined) return `the ${whole}`;
  if (typeof last === 'string') return quoted(last);
  const list = path.at(-2);
  return typeof list === 'string' ? `item ${last + 1} of ${quoted(list)}` : `item ${last + 1}`;
}

/** Returns true for an issue of this code, followed by a colon and the variant if the code has several messages. */
export function isOf({ problem: { code, variant } }: ShapeIssue, key: string): boolean {
  return key === (variant === undefined ? code : `${code}:${variant}`);
}
