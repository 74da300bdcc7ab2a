import type { ParamsOf } from '#errors/problem.js';
import type { schemaSentences } from '#errors/sentences/schema.js';

export type DataPath = readonly (string | number)[];

/** A mistake in the shape of a document: a sentence with its parameters, and the path that it is about. */
export type ShapeIssue = {
  [K in keyof typeof schemaSentences]: {
    readonly path: DataPath;
    /** Whether the issue is about the key at the path or about its value. */
    readonly on: 'key' | 'value';
    readonly key: K;
    readonly params: ParamsOf<K>;
    /** For an unknown key: the key that was probably meant. */
    readonly meant?: string;
  };
}[keyof typeof schemaSentences];
