import type { ErrorCode } from '#errors/index.js';

export type DataPath = readonly (string | number)[];

/** One mistake in the shape of a document, without the file it stands in. */
export interface ShapeIssue {
  readonly path: DataPath;
  /** Whether the key at the path is meant, or its value. */
  readonly on: 'key' | 'value';
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint?: string;
  /** Of an unknown key: the one that it was probably meant to be. */
  readonly meant?: string;
}
