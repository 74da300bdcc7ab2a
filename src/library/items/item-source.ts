import { isObject, type JsonValue } from '#model/data/json.js';
import type { Place, Problem } from '#model/problem.js';
import { problem } from '#model/problem.js';
import { groupedDigits, quoted } from '#model/text/quoted.js';

/** The keys and indexes that lead to a value in a list of items. */
export type ItemPath = readonly (string | number)[];

/** A file of items that is read in parts: `path` on the disk, `file` in problems. */
export interface FileSource {
  readonly path: string;
  readonly file: string;
  readonly format: 'csv' | 'jsonl' | 'json';
  /** The character between the values of a CSV file; a comma unless set. */
  readonly delimiter?: string;
}

/** A list of items that is held: plain data of a program, or a YAML file. */
export interface ListSource {
  /** The name in problems and plans: that of the file, or of the program's object. */
  readonly name: string;
  readonly items: readonly JsonValue[];
  /** The sha256 of the file; that of the items unless set. */
  readonly sha256?: string;
  /** Returns the place of a value, by the index of its item and its keys; the property `items[3].label` unless set. */
  readonly place?: (path: ItemPath) => Place;
  /** Returns a number as it is written in the file. */
  readonly literal?: (path: ItemPath) => string | undefined;
}

export type ItemSource = FileSource | ListSource;

export function isList(source: ItemSource): source is ListSource {
  return 'items' in source;
}

export function nameOfItemFile(source: ItemSource): string {
  return isList(source) ? source.name : source.file;
}

/** The usual characters between the values of a CSV file. */
export const delimiters = [',', ';', '\t', '|'] as const;

/** Returns the key of the first list in a mapping, which may hold the items; null without one. */
export function listKeyOf(value: JsonValue): string | null {
  return isObject(value) ? (Object.keys(value).find((key) => Array.isArray(value[key])) ?? null) : null;
}

/** Returns what the items of a source are counted by in messages: the items of a program have no lines. */
export function countedBy(source: ItemSource): 'line' | 'item' {
  return isList(source) && !source.place ? 'item' : 'line';
}

/** The limits of a data set: bytes of a file by its format, items, and bytes of an item without its line end. */
export const maxItemFileBytes = { csv: 2 * 1024 ** 3, jsonl: 2 * 1024 ** 3, json: 64 * 1024 ** 2 } as const;

export const maxListBytes = 64 * 1024 ** 2;

export const maxItems = 1_000_000;

export const maxItemBytes = 1024 ** 2;

/** Makes the problem of a data set without an item. */
export function noItems(file: string): Problem {
  return problem('EVA_DATA_EMPTY:file', 'the file has no items', {
    hint: 'add items: lines below the header of a CSV file, one object a line in JSONL, or entries of the list',
    at: { file, line: 1, column: 1 },
  });
}

const mebibyte = 1024 ** 2;

export function tooLargeFile(limit: number, at: Place | undefined): Problem {
  const size = limit >= 1024 * mebibyte ? `${limit / mebibyte / 1024} GiB` : `${limit / mebibyte} MiB`;
  return problem('EVA_DATA_LARGE:file', `the file is larger than ${size}`, {
    hint: limit < 1024 * mebibyte ? 'save the items as JSONL, which may be larger' : 'split the file',
    at,
  });
}

export function tooManyItems(at: Place): Problem {
  return problem('EVA_DATA_LARGE:items', `there are more than ${groupedDigits(maxItems)} items`, {
    hint: 'split them into several data sets',
    at,
  });
}

export function tooLargeItem(at: Place): Problem {
  return problem('EVA_DATA_LARGE:item', `the item is larger than ${maxItemBytes / mebibyte} MiB`, {
    hint: 'shorten it',
    at,
  });
}

/** Makes the problem of a file that is no list. `key` is that of its first list, if it is a mapping with one. */
export function notList(key: string | null, at: Place): Problem {
  if (key === null)
    return problem('EVA_DATA_SYNTAX:not_list', 'the file is not a list of items', {
      hint: 'write a list such as [{"field": "value"}], or set format: jsonl if each line is an item',
      at,
    });
  return problem('EVA_DATA_SYNTAX:not_list', `the file is a mapping, and its list is in ${quoted(key)}`, {
    hint: `write the list of ${quoted(key)} alone into the file`,
    at,
  });
}

export function noValue(field: string, at: Place): Problem {
  return problem('EVA_DATA_VALUE:missing', `the item has no value for ${quoted(field)}`, {
    hint: 'add the value, or leave out such items with where or unless',
    at,
  });
}
