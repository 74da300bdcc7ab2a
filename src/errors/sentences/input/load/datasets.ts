import { groupedDigits, plural, quoted } from '#model/text/quoted.js';
import type { SentenceTable } from '../../table.js';

/** Two settings that exclude each other; the problem is at the second. */
export interface Excluding {
  readonly first: string;
  /** The place of the first: `line 3`, or `line 3 of eva.yml`. */
  readonly firstAt: string;
  readonly second: string;
}

function together({ first, firstAt, second }: Excluding): string {
  return `${quoted(second)} cannot be used together with ${quoted(first)} (${firstAt})`;
}

/** The sentences of problems in the `dataset:` of cases, and in values of items that do not fit their case. */
export const caseDatasetSentences = {
  'EVA_BAD_VALUE:data_format': ({ file, known }: { readonly file: string; readonly known: readonly string[] }) => ({
    message: `the name ${quoted(file)} does not end with a format that eva reads`,
    hint: `save it as one of ${known.join(', ')}, or name the format it has, for example format: csv`,
  }),
  'EVA_INPUT_TWICE:field': ({ name, field }: { readonly name: string; readonly field: string }) => ({
    message: `the input ${quoted(name)} has a value here, and the field ${quoted(field)} of the data set fills it too`,
    hint: 'remove it here, or rename the field in the file',
  }),
  'EVA_MISSING_INPUT:field': ({
    names: [name = '', ...others],
    meant,
    fields,
  }: {
    readonly names: readonly string[];
    readonly meant: string | null;
    readonly fields: readonly string[];
  }) => ({
    message: `no field of the data set is named like the required input ${quoted(name)}${others.length > 0 ? `, nor like ${others.map(quoted).join(', ')}` : ''}`,
    hint:
      meant === null
        ? `write dataset: { inputs: { ${name}: FIELD } }; the fields are ${fields.map(quoted).join(', ')}`
        : meant.trim() !== meant
          ? `remove the spaces around ${quoted(meant)} in the file`
          : `write dataset: { inputs: { ${name}: ${/^[\w-]+( [\w-]+)*$/.test(meant) ? meant : JSON.stringify(meant)} } }`,
  }),
  'EVA_DATA_FIELD:header': ({
    wanted,
    names,
  }: {
    readonly wanted: readonly string[];
    readonly names: readonly string[];
  }) => ({
    message: `the first line has none of the columns that the case names: ${wanted.map(quoted).join(', ')}`,
    hint: `the first line must be the header: add one, or remove what is above it; or use its names in the case: ${names.map(quoted).join(', ')}`,
  }),
  'EVA_DATA_FIELD:no_input': {
    message: 'the items fill no input, since the prompt has none: all of them would ask the same',
    hint: 'declare an input in meta.yml and use it in the prompt, or remove "dataset"',
  },
  'EVA_CONTRADICTION:draws_of_file': (settings: Excluding) => ({
    message: together(settings),
    hint: 'a claim about all answers to the items of a file needs every answer: remove one of them',
  }),
  'EVA_CONTRADICTION:class_units': (settings: Excluding) => ({
    message: together(settings),
    hint: 'recall and precision count single items with one answer each: remove one of them, or move "class" to another case',
  }),
  'EVA_CONTRADICTION:look': (settings: Excluding) => ({
    message: together(settings),
    hint: 'a look is shown and not judged: remove one of them',
  }),
  'EVA_MISSING_KEY:cluster_limit': {
    message: '"weigh: items" needs "at_most"',
    hint: 'add at_most: the greatest number of items of a cluster, for example 5',
  },
  'EVA_MISSING_KEY:class_dataset': {
    message: '"class" needs a data set',
    hint: 'add dataset: FILE to the case, or compare the response with equals',
  },
  'EVA_ONE_KEY:items': { message: '"dataset" has a file and items', hint: 'keep one of them' },
  'EVA_WRONG_TYPE:items': {
    message: '"items" gives no items',
    hint: 'give it an array of objects, another iterable, or an async iterable',
  },
  'EVA_UNREADABLE:items': ({ why }: { readonly why: string }) => ({ message: `the iterable threw an error: ${why}` }),
  'EVA_DATA_EMPTY:items': { message: 'there are no items', hint: 'give "items" at least one object' },
  'EVA_DATA_LARGE:list': ({ limit }: { readonly limit: number }) => ({
    message: `the items are larger than ${limit / 1024 ** 2} MiB`,
    hint: 'save them as JSONL and name the file with "file"',
  }),
  'EVA_BAD_VALUE:classes': ({ classes, limit }: { readonly classes: number; readonly limit: number }) => ({
    message: `${groupedDigits(classes)} classes are more than ${limit}`,
    hint: 'check that the field has classes; to compare free texts, use equals',
  }),
  'EVA_BAD_VALUE:class_twice': ({ name }: { readonly name: string }) => ({
    message: `the class ${quoted(name)} is in the list twice`,
    hint: 'remove one of them',
  }),
  'EVA_BAD_VALUE:class_name': (params: {
    readonly name: string;
    readonly meant: string | null;
    readonly known: readonly string[];
  }) => ({
    message: `there is no class ${quoted(params.name)}`,
    hint: suggestion(params),
  }),
  'EVA_BAD_VALUE:slice_values': (params: {
    readonly field: string;
    readonly values: number;
    readonly limit: number;
  }) => ({
    message: `the field ${quoted(params.field)} has ${plural(params.values, 'value')}, which makes more than ${plural(params.limit, 'slice')}`,
    hint: 'choose a field with fewer values, or raise at_most',
  }),
  'EVA_BAD_VALUE:slice_twice': ({ field }: { readonly field: string }) => ({
    message: `the field ${quoted(field)} is in "slices" twice`,
    hint: 'remove one of them',
  }),
  'EVA_BAD_VALUE:slice_only': (params: {
    readonly field: string;
    readonly value: string;
    readonly meant: string | null;
    readonly known: readonly string[];
  }) => ({
    message: `no item has ${quoted(params.value)} in ${quoted(params.field)}`,
    hint: suggestion(params),
  }),
  EVA_EVERY_ITEM: ({ items }: { readonly items: number }) => ({
    message: `the case passes only if ${items === 1 ? 'its only item is' : `all ${groupedDigits(items)} items are`} answered right`,
    hint: 'set a bar, for example criteria: { proportion_gte: { proportion: 0.9 } }',
  }),
  'EVA_DATA_VALUE:blank': ({ field, key }: { readonly field: string; readonly key: string }) => ({
    message: `${quoted(field)} is blank, but "${key}" needs a text`,
    hint: 'write a text, or leave out such items with unless',
  }),
  'EVA_DATA_VALUE:class': ({
    field,
    value,
    meant,
  }: {
    readonly field: string;
    readonly value: string;
    readonly meant: string | null;
  }) => ({
    message: `${quoted(value)} in ${quoted(field)} is none of the classes`,
    hint: meant === null ? 'correct it, or add it to "of"' : `did you mean ${quoted(meant)}?`,
  }),
  'EVA_DATA_VALUE:check': ({ field, flaw }: { readonly field: string; readonly flaw: string }) => ({
    message: `the value of ${quoted(field)} cannot be used: ${flaw}`,
    hint: 'correct it, or leave out such items with where or unless',
  }),
} as const satisfies SentenceTable;

function suggestion({ meant, known }: { readonly meant: string | null; readonly known: readonly string[] }): string {
  return meant === null ? `known: ${known.map(quoted).join(', ')}` : `did you mean ${quoted(meant)}?`;
}
