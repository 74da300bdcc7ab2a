import { quoted } from '../text/quoted.js';
import type { SentenceTable } from './table.js';

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
  'EVA_BAD_VALUE:class_name': (params: {
    readonly name: string;
    readonly meant: string | null;
    readonly known: readonly string[];
  }) => ({
    message: `there is no class ${quoted(params.name)}`,
    hint: suggestion(params),
  }),
  'EVA_DATA_VALUE:check': ({ field, flaw }: { readonly field: string; readonly flaw: string }) => ({
    message: `the value of ${quoted(field)} cannot be used: ${flaw}`,
    hint: 'correct it, or leave out such items with where or unless',
  }),
} as const satisfies SentenceTable;

export function suggestion({
  meant,
  known,
}: {
  readonly meant: string | null;
  readonly known: readonly string[];
}): string {
  return meant === null ? `known: ${known.map(quoted).join(', ')}` : `did you mean ${quoted(meant)}?`;
}
