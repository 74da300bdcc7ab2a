import { listed, quoted } from '../text/quoted.js';
import type { SentenceTable } from './table.js';

export const evalHelp = 'eva eval --help lists the options';

/** The number that an engine gave to a job. */
export interface JobNumber {
  readonly engine: string;
  /** From 1, whatever the engine begins with. */
  readonly index: number;
  /** The number of jobs; null if the engine does not say it. */
  readonly of: number | null;
  /** The variables that it was read from. */
  readonly variables: readonly string[];
}

export function jobText({ engine, index, of, variables }: JobNumber): string {
  return `${engine} says ${index}${of === null ? '' : ` of ${of}`} (${variables.join(', ')})`;
}

export const writeShard = 'write the shard, such as --shard 2/5';

/** The maximum number of names in a hint. */
export const mostNamed = 8;

/** The sentences of problems that `cli` finds. */
export const cliSentences = {
  'EVA_USAGE:unknown_slice_value': (params: {
    readonly field: string;
    readonly value: string;
    readonly nearest: string | null;
    readonly values: readonly string[];
  }) => ({
    message: `no item has ${quoted(params.value)} as its ${params.field}`,
    hint:
      params.nearest === null
        ? `the values are ${listed(params.values.slice(0, mostNamed))}`
        : `did you mean ${quoted(params.nearest)}?`,
  }),
} as const satisfies SentenceTable;
