import type { JsonObject } from '#model/data/json.js';
import type { Place } from '#model/problem.js';
import type { ItemPath } from '../source.js';

/** An item as a reader found it. It stays valid after the next item is read, but keeps the part of the file around it in memory. */
export interface ReadItem {
  readonly values: JsonObject;
  /** The line where it begins, or its number in a list, from 1. */
  readonly line: number;
  /** Its offset in the file in bytes and its length; the index in a list, and 1. */
  readonly start: number;
  readonly length: number;
  /** Returns the place of the value at a path, or of the item without one. */
  readonly place: (path?: ItemPath) => Place;
  readonly literal: (path: ItemPath) => string | undefined;
}

/** What a reader learns of a whole file besides its items. */
export interface FileFacts {
  readonly sha256: string;
  readonly header?: readonly string[];
}
