import type { JsonObject, JsonValue } from '#model/data/json.js';
import type { Place, Problem } from '#model/problem.js';
import type { MediaPath } from '#model/reply/exchange.js';

/** The values that a field may have, or may not have, by field; `""` also means none. */
export type FieldConditions = Readonly<Record<string, readonly string[]>>;

export interface ItemFiles {
  readonly inputs: readonly string[];
  /** Returns the file at a path; null if it cannot be used. Reads each file once. */
  readonly find: (path: string) => MediaPath | null;
}

/** What an index keeps of each item, and what must be true of it. */
export interface IndexOptions {
  readonly inputs: Readonly<Record<string, string>>;
  /** Present if an input is the path of a file. The digests of the files are then evidence. */
  readonly files?: ItemFiles;
  readonly optional?: readonly string[];
  /** The field with the id of an item; a digest of its inputs unless set. */
  readonly id?: string;
  /** Keeps items with one of these values in every field. */
  readonly where?: FieldConditions;
  /** Drops items with one of these values in any field. */
  readonly unless?: FieldConditions;
  /** The field whose value the items of a unit share; each item is a unit unless set. */
  readonly cluster?: { readonly field: string };
  readonly slices: readonly string[];
  /** The other fields that a case refers to, such as expected values and references. */
  readonly used: readonly string[];
  /** True if a program sees the whole item, so that all fields are evidence. */
  readonly whole?: boolean;
  /** Those of `used` whose values `ItemIndex.countsOf` counts. */
  readonly counted?: readonly string[];
  readonly seed: number;
  /** Returns the request that an item makes. Items with equal requests get different draws. */
  readonly requestOf: (inputs: Readonly<Record<string, string | null>>) => string;
  readonly check: (item: PlacedItem) => readonly Problem[];
  /** The places in the file that names the data set: of `where`, and of each use of a field. */
  readonly at: { readonly where?: Place; readonly fields: (name: string) => readonly Place[] };
}

export interface PlacedItem {
  readonly values: JsonObject;
  /** The line where it begins, or its number in a list, from 1. */
  readonly line: number;
  /** Returns the value of a field; undefined if the item lacks it. */
  readonly value: (field: string) => JsonValue | undefined;
  /** Returns the value of a field as text, as it is inserted; null for none. */
  readonly text: (field: string) => string | null;
  /** Returns the place of a value, else of the item. */
  readonly place: (field?: string) => Place;
}
