import { groupedDigits, quoted } from '../text/quoted.js';
import type { SentenceTable } from './table.js';

const mebibyte = 1024 * 1024;

function size(bytes: number): string {
  return bytes >= 1024 * mebibyte ? `${bytes / mebibyte / 1024} GiB` : `${bytes / mebibyte} MiB`;
}

/** A value of a condition that no item has. */
export interface UnmetValue {
  readonly field: string;
  readonly value: string;
  readonly key: 'where' | 'unless';
}

export interface UnknownField {
  readonly field: string;
  readonly meant: string | undefined;
  /** True if the name differs from a field in spaces at its ends alone. */
  readonly isPadded: boolean;
  readonly known: readonly string[];
}

export function unknownFieldHint({ meant, isPadded, known }: UnknownField): string | undefined {
  if (meant !== undefined && isPadded) return `remove the spaces around ${quoted(meant)} in the file`;
  if (meant !== undefined) return `did you mean ${quoted(meant)}?`;
  return known.length > 0 ? `the file has ${known.map(quoted).join(', ')}` : undefined;
}

export interface SurplusValues {
  readonly expected: number;
  readonly count: number;
  /** True if the first surplus value is the last of the record, and empty. */
  readonly endsEmpty: boolean;
}

export function surplusHint({ expected, endsEmpty }: SurplusValues): string {
  if (endsEmpty) return 'remove the delimiter at the end of the line';
  const hint = 'put a value that contains the delimiter in quotes';
  return expected === 1 ? `name every column in the first line, or ${hint}` : hint;
}

export interface MissingValues {
  readonly expected: number;
  readonly count: number;
  /** What seems to separate the values of the record, and what separates those of the file; null if nothing else does. */
  readonly delimiters: { readonly found: string; readonly wanted: string } | null;
}

export function missingHint({ delimiters }: MissingValues): string {
  if (!delimiters) return 'write empty values as well, with a delimiter between them';
  const found = JSON.stringify(delimiters.found);
  const wanted = JSON.stringify(delimiters.wanted);
  return `this line has ${found} between its values: write ${wanted} as in the header, and put a value that contains ${wanted} in quotes`;
}

export interface QuoteFlaw {
  /** The opening quote of an earlier line that may be closed too late; null if no earlier line opens one. */
  readonly open: { readonly line: number; readonly column: number } | null;
}

/** What is wrong with a JSON text. */
const jsonFlaws = {
  unexpected: (found: string) => ({
    message: `unexpected ${quoted(found)} where a value belongs`,
    hint: /^[\]},]/.test(found)
      ? 'add the value, or remove the comma before it'
      : 'put a text in quotes; other values are numbers, true, false, null, lists and mappings',
  }),
  after: (found: string) => ({
    message: `unexpected ${quoted(found)} after the end of the item`,
    hint: 'remove it; separate items by line ends in JSONL, and by commas in a JSON list',
  }),
  after_list: (found: string) => ({
    message: `unexpected ${quoted(found)} after the end of the list`,
    hint: 'remove it',
  }),
  colon: () => ({ message: 'a colon is missing after the key', hint: 'write "key": value' }),
  comma: (found: string) => ({
    message: `unexpected ${quoted(found)} where a comma or a closing bracket belongs`,
    hint: 'separate values by commas, and write a quote inside a text as \\"',
  }),
  ends: () => ({
    message: 'the JSON ends too early',
    hint: 'write each item of JSONL on one line, or set format: json if the file is one list',
  }),
  number: (found: string) => ({
    message: `${quoted(found)} is not a JSON number`,
    hint: 'write it as text, in quotes',
  }),
  open_text: () => ({ message: 'this text is never closed', hint: 'close it with "; write line ends in it as \\n' }),
  control: () => ({
    message: 'the text holds a raw control character',
    hint: 'remove it, or write it as an escape such as \\t or \\n',
  }),
  escape: () => ({ message: 'the text has an unknown escape', hint: 'write a backslash as \\\\' }),
  key: (found: string) => ({
    message: `unexpected ${quoted(found)} where a key belongs`,
    hint: 'write keys in double quotes, without a comma after the last value',
  }),
  depth: () => ({ message: 'the item is nested deeper than 200 levels', hint: 'flatten it' }),
} as const;

/** The sentences of problems in data sets. */
export const datasetSentences = {
  'EVA_DATA_SYNTAX:open_quote': { message: 'this quote is never closed', hint: 'close it with "' },
  'EVA_DATA_SYNTAX:nul': { message: 'the value holds a NUL character', hint: 'remove it, or save the file as UTF-8' },
  'EVA_DATA_SYNTAX:json': ({ flaw, found }: { readonly flaw: keyof typeof jsonFlaws; readonly found: string }) =>
    jsonFlaws[flaw](found),
  'EVA_DATA_SYNTAX:not_mapping': ({ is }: { readonly is: string }) => ({
    message: `the item is ${is}, but must be a mapping of fields to values`,
    hint: 'write it as {"field": "value"}',
  }),
  'EVA_DATA_SYNTAX:not_list': ({ list }: { readonly list: string | null }) => ({
    message:
      list === null ? 'the file is not a list of items' : `the file is a mapping, and its list is in ${quoted(list)}`,
    hint:
      list === null
        ? 'write a list such as [{"field": "value"}], or set format: jsonl if each line is an item'
        : `write the list of ${quoted(list)} alone into the file`,
  }),
  'EVA_DATA_VALUE:missing': ({ field }: { readonly field: string }) => ({
    message: `the item has no value for ${quoted(field)}`,
    hint: 'add the value, or leave out such items with where or unless',
  }),
  'EVA_DATA_VALUE:null': ({ field }: { readonly field: string }) => ({
    message: `${quoted(field)} is null, which is no value`,
    hint: 'write a value, or leave out such items with unless',
  }),
  'EVA_DATA_ID:unknown': (params: { readonly id: string; readonly nearest: string | null }) => ({
    message: `no item has the id ${quoted(params.id)}`,
    hint: params.nearest === null ? 'copy an id from the report of a run' : `did you mean ${quoted(params.nearest)}?`,
  }),
  'EVA_DATA_EMPTY:file': {
    message: 'the file has no items',
    hint: 'add items: lines below the header of a CSV file, one object a line in JSONL, or entries of the list',
  },
  'EVA_DATA_LARGE:file': ({ limit }: { readonly limit: number }) => ({
    message: `the file is larger than ${size(limit)}`,
    hint: limit < 1024 * mebibyte ? 'save the items as JSONL, which may be larger' : 'split the file',
  }),
  'EVA_DATA_LARGE:items': ({ limit }: { readonly limit: number }) => ({
    message: `there are more than ${groupedDigits(limit)} items`,
    hint: 'split them into several data sets',
  }),
  'EVA_DATA_LARGE:item': ({ limit }: { readonly limit: number }) => ({
    message: `the item is larger than ${size(limit)}`,
    hint: 'shorten it',
  }),
  'EVA_DATA_LARGE:quote': ({ limit }: { readonly limit: number }) => ({
    message: `the text from this quote to the end of its item is larger than ${size(limit)}`,
    hint: 'close the quote with ", or shorten the text',
  }),
  EVA_DATA_CONFLICT: ({ field, unit, lines, values: [first = '', second = ''] }: Conflict) => ({
    message: `${unit} ${lines[0]} has ${quoted(first)} in ${quoted(field)}, ${unit} ${lines[1]} ${quoted(second)}, for the same inputs`,
    hint: 'correct one of them',
  }),
} as const satisfies SentenceTable;

/** What items are counted by: their lines in a file, or their numbers in a list. */
type Unit = 'line' | 'item';

export interface Alike {
  readonly texts: number;
  readonly items: number;
  readonly unit: Unit;
  readonly lines: readonly number[];
}

export interface Conflict {
  readonly field: string;
  readonly unit: Unit;
  readonly lines: readonly number[];
  readonly values: readonly string[];
}

export interface LeftOut {
  readonly id: string;
  /** The conditions that the item does not meet; empty if `at_most` left it out. */
  readonly conditions: readonly string[];
  readonly at_most: number | null;
}

export interface Dropped {
  readonly condition: string;
  readonly items: number;
}
