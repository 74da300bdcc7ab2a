import type { JsonValue } from '#model/data/json.js';
import type { Loaded, Place } from '#model/problem.js';
import type { EvalContext } from '../case/eval-context.js';
import { candidatesFor, type Hidden, type InsidePath, resolveInside } from '../source/inside-root.js';

/** The place where a path is written, and the hidden files that it may lead to. */
export interface WrittenPath {
  readonly at: Place;
  readonly hidden: Exclude<Hidden, 'unlinked'>;
}

/** Finds a file that a setting names: in the library's root, then in the prompt's folder. */
export function findFile(
  folder: NonNullable<EvalContext['folder']>,
  written: string,
  { at, hidden }: WrittenPath,
): Loaded<InsidePath> {
  return resolveInside(folder.root, candidatesFor(folder.id, written), at, hidden);
}

export function readSchemaFile(
  { schemaFiles }: EvalContext,
  folder: NonNullable<EvalContext['folder']>,
  written: string,
  path: WrittenPath,
): Loaded<JsonValue> {
  const { value: named, problems } = findFile(folder, written, path);
  return named ? schemaFiles.read(named, path.at) : { value: null, problems };
}
