import type { ParamsOf } from '#errors/problem.js';
import type { schemaSentences } from '#errors/sentences/schema.js';

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
