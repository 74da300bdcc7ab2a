import { extname } from 'node:path';
import type { JsonValue } from '#model/data/json.js';
import { isWrittenBy } from '#model/data/written.js';
import type { DatasetClaim } from '#model/dataset.js';
import type { CaseDataset, DatasetSlice } from '#model/documents.gen.js';
import { trimmed } from '#model/text/characters.js';
import { nearest } from '#model/text/nearest.js';
import type { TextCount } from '../items/item-index.js';
import type { DocumentPart } from '../source/document.js';

/** The values that a field may have, by the field: `{ language: [en, de] }`. Values are texts. */
type FieldValues = ReadonlyMap<string, readonly string[]>;

/** A field that is named in eval.yml, and the part that has its name. */
interface NamedField {
  readonly field: string;
  readonly part: DocumentPart;
}

/** An item of `slices`. */
export interface SliceKeys extends NamedField {
  readonly own: DocumentPart;
  readonly must: 'pass' | 'not_fail';
  readonly at_most: number;
  /** The values that its criterion decides, and their parts; null for all. */
  readonly only: readonly { readonly value: string; readonly part: DocumentPart }[] | null;
  readonly hasCriteria: boolean;
}

type DataFormat = 'csv' | 'tsv' | 'jsonl' | 'json' | 'yaml';

export const formatsByEnding: Readonly<Record<string, DataFormat>> = {
  '.csv': 'csv',
  '.tsv': 'tsv',
  '.jsonl': 'jsonl',
  '.ndjson': 'jsonl',
  '.json': 'json',
  '.yml': 'yaml',
  '.yaml': 'yaml',
};

/** The `dataset:` of a case as it is written, with the built-in values of keys that are left out. */
export interface DatasetKeys {
  readonly part: DocumentPart;
  readonly file: string;
  /** The part that names the file. */
  readonly filePart: DocumentPart;
  /** The format that `format` or the name of the file says; absent if neither does. */
  readonly format?: DataFormat;
  readonly delimiter?: string;
  readonly inputs: ReadonlyMap<string, NamedField>;
  readonly id: NamedField | null;
  readonly where: FieldValues;
  readonly unless: FieldValues;
  readonly cluster: NamedField | null;
  readonly draws: number;
  readonly claim: DatasetClaim;
  readonly slices: readonly SliceKeys[];
}

/** The greatest number of slices of a field unless `at_most` says another one. */
const mostSlices = 200;

/** Reads the mapping or the short form of `dataset:`. */
export function readDatasetKeys(part: DocumentPart): DatasetKeys {
  const value = part.value as CaseDataset;
  const isShort = typeof value === 'string';
  const {
    file,
    delimiter,
    draws = 1,
    claim = 'population',
    inputs = {},
    ...written
  } = isShort ? { file: value } : value;
  const format = written.format ?? formatsByEnding[extname(file).toLowerCase()];
  return {
    part,
    file,
    filePart: isShort ? part : part.in('file'),
    ...(format && { format }),
    ...(delimiter !== undefined && { delimiter }),
    inputs: new Map(Object.entries(inputs).map(([name, field]) => [name, { field, part: part.in('inputs', name) }])),
    id: namedField(part.in('id')),
    where: fieldValues(part.in('where')),
    unless: fieldValues(part.in('unless')),
    cluster: namedField(part.in('cluster')),
    draws,
    claim,
    slices: part.in('slices').items().map(readSlice),
  };
}

function fieldValues(part: DocumentPart): FieldValues {
  return new Map(
    Object.keys(part.value ?? {}).map((field) => {
      const values = part.in(field);
      return [field, (Array.isArray(values.value) ? values.items() : [values]).map(textOf)];
    }),
  );
}

/** Returns a value as it is written; empty for null, which means no value. */
function textOf({ source, path, value }: DocumentPart): string {
  return value === undefined || value === null || value === '' ? '' : (source.scalarText(path) ?? String(value));
}

function namedField(part: DocumentPart): NamedField | null {
  const field = part.value;
  return typeof field === 'string' ? { field, part } : null;
}

function readSlice(own: DocumentPart): SliceKeys {
  const value = own.value as unknown as DatasetSlice;
  const isShort = typeof value === 'string';
  const { field, must = 'pass', at_most = mostSlices, criteria } = isShort ? { field: value } : value;
  const only = own.in('only');
  return {
    own,
    field,
    part: isShort ? own : own.in('field'),
    must,
    at_most,
    only: only.isWritten ? only.items().map((part) => ({ value: textOf(part), part })) : null,
    hasCriteria: criteria !== undefined,
  };
}

/** The maximum number of searches for the class that a text resembles: each compares it with all classes. */
const mostSearches = 100;

/** Finds classes by texts, as grades of responses do: without white space at both ends, and without letter case if that is ignored. */
export class ClassNames {
  #searches = 0;
  readonly #names: readonly string[];
  readonly #exact: ReadonlyMap<string, number>;
  readonly #folded: ReadonlyMap<string, number> | null;

  constructor(names: readonly string[], ignoreCase: boolean) {
    this.#names = names;
    this.#exact = firstIndexes(names.map((name) => trimmed(name).text));
    this.#folded = ignoreCase ? firstIndexes(names.map((name) => trimmed(name).text.toLowerCase())) : null;
  }

  /** Returns the index of the class that a text names, or a number or truth value however it is written; undefined for none of them. */
  indexOf(text: string, value?: JsonValue): number | undefined {
    const own = trimmed(text).text;
    const index = this.#exact.get(own) ?? this.#folded?.get(own.toLowerCase());
    const written = index ?? this.#names.findIndex((name) => isWrittenBy(value, name));
    return written === -1 ? undefined : written;
  }

  /** Returns the index of the first class that has the same texts as an earlier one; -1 if all differ. */
  firstRepeated(): number {
    return this.#names.findIndex((name, index) => this.indexOf(name) !== index || this.#isFoldedTwice(name, index));
  }

  /** Returns the class that a text resembles; null if no class is similar, or after so many searches that no more problems are listed. */
  nearest(text: string): string | null {
    if (this.#searches++ >= mostSearches) return null;
    return nearest(trimmed(text).text, this.#names) ?? null;
  }

  /** Adds up counts of texts by class, in the order of the classes. */
  sum(counts: readonly TextCount[]): { readonly kept: readonly number[]; readonly asked: readonly number[] } {
    const kept = this.#names.map(() => 0);
    const asked = this.#names.map(() => 0);
    for (const count of counts) {
      const index = this.indexOf(count.text, count.value);
      if (index === undefined) continue;
      kept[index] = (kept[index] ?? 0) + count.kept;
      asked[index] = (asked[index] ?? 0) + count.asked;
    }
    return { kept, asked };
  }

  #isFoldedTwice(name: string, index: number): boolean {
    return this.#folded !== null && this.#folded.get(trimmed(name).text.toLowerCase()) !== index;
  }
}

function firstIndexes(texts: readonly string[]): ReadonlyMap<string, number> {
  const indexes = new Map<string, number>();
  for (const [index, text] of texts.entries()) if (!indexes.has(text)) indexes.set(text, index);
  return indexes;
}

/** Returns the classes that a file names: the most frequent first, and of texts that are the same class the most frequent one. */
export function classesIn(counts: readonly TextCount[], ignoreCase: boolean): readonly string[] {
  const byName = new Map<string, number>();
  for (const { text, kept } of counts) {
    const name = trimmed(text).text;
    if (name !== '') byName.set(name, (byName.get(name) ?? 0) + kept);
  }
  const names = [...byName].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([name]) => name);
  if (!ignoreCase) return names;
  const seen = new Set<string>();
  return names.filter((name) => {
    const folded = name.toLowerCase();
    return !seen.has(folded) && seen.add(folded);
  });
}
