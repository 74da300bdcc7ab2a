import { extname } from 'node:path';
import { isObject, type JsonObject, type JsonValue } from '#model/data/json.js';
import type { DatasetClaim } from '#model/dataset.js';
import { type Path, valueAt } from '../../source/place.js';
import type { YamlSource } from '../../source/yaml-source.js';

/** The values that a field may have, by the field: `{ language: [en, de] }`. Values are texts. */
export type FieldValues = ReadonlyMap<string, readonly string[]>;

/** A field that is named in eval.yml, and the path of its name there. */
export interface NamedField {
  readonly field: string;
  readonly path: Path;
}

/** An item of `slices`. */
export interface SliceKeys extends NamedField {
  readonly own: Path;
  readonly must: 'pass' | 'not_fail';
  readonly at_most: number;
  /** The values that its criterion decides, and their paths; null for all. */
  readonly only: readonly { readonly value: string; readonly path: Path }[] | null;
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

function formatOf(file: string, format: JsonValue | undefined): DataFormat | undefined {
  return typeof format === 'string' ? (format as DataFormat) : formatsByEnding[extname(file).toLowerCase()];
}

/** The `dataset:` of a case as it is written, with the built-in values of keys that are left out. */
export interface DatasetKeys {
  /** The path of the key `dataset`. */
  readonly path: Path;
  readonly file: string;
  readonly filePath: Path;
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

/** Reads the mapping or the short form of `dataset:` at a path; null if no file is named. */
export function readDatasetKeys(source: YamlSource, path: Path): DatasetKeys | null {
  const written = valueAt(source.value, path);
  if (typeof written === 'string') {
    const format = formatOf(written, undefined);
    return { ...noKeys, path, file: written, filePath: path, ...(format && { format }) };
  }
  if (!isObject(written) || typeof written['file'] !== 'string') return null;
  const { delimiter, draws, claim } = written;
  const format = formatOf(written['file'], written['format']);
  return {
    path,
    file: written['file'],
    filePath: [...path, 'file'],
    ...(format && { format }),
    ...(typeof delimiter === 'string' && { delimiter }),
    inputs: renamedInputs(written, path),
    id: namedField(written, path, 'id'),
    where: fieldValues(source, [...path, 'where']),
    unless: fieldValues(source, [...path, 'unless']),
    cluster: namedField(written, path, 'cluster'),
    draws: typeof draws === 'number' ? draws : 1,
    claim: claim === 'file' ? 'file' : 'population',
    slices: readSlices(source, [...path, 'slices']),
  };
}

const noKeys = {
  inputs: new Map(),
  id: null,
  where: new Map(),
  unless: new Map(),
  cluster: null,
  draws: 1,
  claim: 'population',
  slices: [],
} as const;

function renamedInputs({ inputs }: JsonObject, path: Path): ReadonlyMap<string, NamedField> {
  const named = isObject(inputs) ? Object.entries(inputs) : [];
  return new Map(
    named.flatMap(([name, field]) =>
      typeof field === 'string' ? [[name, { field, path: [...path, 'inputs', name] }] as const] : [],
    ),
  );
}

function fieldValues(source: YamlSource, path: Path): FieldValues {
  const written = valueAt(source.value, path);
  const fields = isObject(written) ? Object.keys(written) : [];
  return new Map(fields.map((field) => [field, textsAt(source, [...path, field])]));
}

function textsAt(source: YamlSource, path: Path): readonly string[] {
  const value = valueAt(source.value, path);
  const paths = Array.isArray(value) ? value.map((_item, index) => [...path, index]) : [path];
  return paths.map((one) => textAt(source, one));
}

/** Returns a value as it is written; empty for null, which means no value. */
function textAt(source: YamlSource, path: Path): string {
  const value = valueAt(source.value, path) ?? '';
  return value === '' ? '' : (source.scalarText(path) ?? String(value));
}

function namedField(written: JsonObject, path: Path, key: 'id' | 'cluster'): NamedField | null {
  const field = written[key];
  return typeof field === 'string' ? { field, path: [...path, key] } : null;
}

function readSlices(source: YamlSource, path: Path): readonly SliceKeys[] {
  const written = valueAt(source.value, path);
  if (!Array.isArray(written)) return [];
  return written.flatMap((_item, index) => readSlice(source, [...path, index]) ?? []);
}

function readSlice(source: YamlSource, own: Path): SliceKeys | null {
  const written = valueAt(source.value, own);
  const plain = { own, must: 'pass', at_most: mostSlices, only: null, hasCriteria: false } as const;
  if (typeof written === 'string') return { ...plain, field: written, path: own };
  if (!isObject(written) || typeof written['field'] !== 'string') return null;
  const { field, must, at_most, only, criteria } = written;
  const onlyAt = (path: Path) => ({ value: textAt(source, path), path });
  return {
    own,
    field: String(field),
    path: [...own, 'field'],
    must: must === 'not_fail' ? 'not_fail' : 'pass',
    at_most: typeof at_most === 'number' ? at_most : mostSlices,
    only: Array.isArray(only) ? only.map((_value, index) => onlyAt([...own, 'only', index])) : null,
    hasCriteria: criteria !== undefined,
  };
}
