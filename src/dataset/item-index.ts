import { EvaError } from '#errors/index.js';
import type { JsonValue } from '#model/data/json.js';
import type { Loaded } from '#model/problem.js';
import { IndexBuilder } from './indexing/index-builder.js';
import type { ItemIndex } from './indexing/item-columns.js';
import type { IndexOptions } from './indexing/options.js';
import { readItems } from './reading/read-items.js';
import type { ItemSource } from './source.js';

export type { ItemIndex } from './indexing/item-columns.js';
export type { IndexOptions, ItemFiles, PlacedItem } from './indexing/options.js';

/**
 * Reads a data set once, checks every item, and notes where each kept item is. Reports all problems; the value is null if one of them is an
 * error.
 */
export function indexItems(source: ItemSource, options: IndexOptions): Loaded<ItemIndex> {
  const builder = new IndexBuilder(source, options);
  try {
    const facts = readItems(source, (item) => builder.add(item), builder.problems);
    const value = facts && builder.finish(facts);
    return { value: builder.problems.hasErrors ? null : value, problems: builder.problems.list() };
  } catch (error) {
    if (!(error instanceof EvaError)) throw error;
    return { value: null, problems: [...builder.problems.list(), ...error.problems] };
  }
}

export interface TextCount {
  readonly text: string;
  /** The number or truth value that the file writes as this text; absent for a text. */
  readonly value?: JsonValue | undefined;
  readonly kept: number;
  readonly asked: number;
}

/** Counts the texts of a field of `slices` or `counted`, the most frequent first. `asked` is the number of items that are asked. */
export function countsOf(index: ItemIndex, field: string, asked: number = index.kept): readonly TextCount[] {
  const column = index.columns.get(field);
  if (!column) return [];
  const kept = new Uint32Array(column.texts.length);
  const first = new Uint32Array(column.texts.length);
  for (const [position, code] of column.codes.entries()) {
    kept[code] = (kept[code] ?? 0) + 1;
    if (position < asked) first[code] = (first[code] ?? 0) + 1;
  }
  return column.texts
    .map((text, code) => ({ text, value: column.scalars.get(text), kept: kept[code] ?? 0, asked: first[code] ?? 0 }))
    .filter((count) => count.kept > 0)
    .sort((a, b) => b.kept - a.kept || (a.text < b.text ? -1 : 1));
}
