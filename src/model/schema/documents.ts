import { createRequire } from 'node:module';
import type { JsonObject } from '../data/json.js';

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
