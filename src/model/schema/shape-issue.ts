import type { Problem } from '../problem.js';
import { quoted } from '../text/quoted.js';

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
