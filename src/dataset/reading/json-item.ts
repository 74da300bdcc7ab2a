import { problem } from '#errors/index.js';
import { isObject, type JsonObject } from '#model/data/json.js';
import type { Place, Problem } from '#model/problem.js';
import { quoted } from '#model/text/quoted.js';
import { maxItemBytes } from '../source.js';
import { type JsonFlaw, parseJson, rangeInJson } from './json-text.js';
import type { ReadItem } from './read-item.js';
import { type PlacedRecord, placeInRecord } from './record-place.js';

/** The bytes of an item of a JSON file: its record, and where it is in the file. */
export interface JsonRecord {
  readonly record: PlacedRecord;
  readonly start: number;
  readonly length: number;
}

/** Reads one item: a JSON object. Returns its problem if it is not, or if it is too large. */
export function jsonItem({ record, start, length }: JsonRecord): ReadItem | Problem {
  if (length > maxItemBytes) {
    return problem('EVA_DATA_LARGE:item', { limit: maxItemBytes }, { at: placeInRecord(record, 0) });
  }
  const parsed = parseJson(record.text);
  if ('flaw' in parsed) return flawProblem(parsed.flaw, record);
  const { value } = parsed;
  if (!isObject(value)) {
    const at = placeInRecord(record, 0, record.text.length);
    return problem('EVA_DATA_SYNTAX:not_mapping', { is: kindOf(value) }, { at });
  }
  const place = (path: readonly (string | number)[] = []): Place => {
    const range = rangeInJson(record.text, path);
    return path.length === 0 || !range ? placeInRecord(record, 0) : placeInRecord(record, range.start, range.end);
  };
  return {
    values: value,
    line: record.line,
    start,
    length,
    place,
    literal: (path) => {
      const range = rangeInJson(record.text, path);
      return range && record.text.slice(range.start, range.end);
    },
  };
}

/** Reads one item again; null if the text is not one. */
export function jsonValues(text: string): JsonObject | null {
  const parsed = parseJson(text);
  return 'value' in parsed && isObject(parsed.value) ? parsed.value : null;
}

export function flawProblem({ flaw, start, end, key }: JsonFlaw, record: PlacedRecord): Problem {
  const at = placeInRecord(record, start, end);
  if (key !== undefined)
    return problem('EVA_DATA_SYNTAX:twice', `the key ${quoted(key)} occurs twice`, {
      hint: 'remove or rename one of them',
      at,
    });
  const found = record.text.slice(start, end);
  return problem('EVA_DATA_SYNTAX:json', { flaw: flaw === 'twice' ? 'key' : flaw, found }, { at });
}

export function kindOf(value: unknown): 'a list' | 'a text' | 'a number' | 'true or false' | 'null' {
  if (Array.isArray(value)) return 'a list';
  if (value === null) return 'null';
  if (typeof value === 'string') return 'a text';
  return typeof value === 'number' ? 'a number' : 'true or false';
}
