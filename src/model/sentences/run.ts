import { flagWords, promptWord, quoted } from '../text/quoted.js';
import type { SentenceTable } from './table.js';

/** A shard of a prompt, and its folder. */
export interface OneShard {
  readonly id: string;
  readonly shard: number;
  readonly of: number;
  readonly dir: string;
}

/** The sentences of problems that `run` finds. */
export const runSentences = {
  'EVA_BAD_MERGE:missing': ({
    id,
    model,
    cases_of,
    of,
    missing,
  }: {
    readonly id: string;
    /** The values of --model and --cases-of with which the other shards were collected. */
    readonly model: string | null;
    readonly cases_of: string | null;
    readonly of: number;
    readonly missing: readonly number[];
  }) => {
    const one = missing.length === 1;
    const flags = `${model ? ` ${flagWords('--model', model)}` : ''}${cases_of ? ` ${flagWords('--cases-of', cases_of)}` : ''}`;
    return {
      message: `${id}${model ? ` × ${model}` : ''}: ${one ? 'shard' : 'shards'} ${missing.join(', ')} of ${of} ${one ? 'is' : 'are'} missing`,
      hint: `collect ${one ? 'it' : 'them'}: eva eval ${promptWord(id)}${flags} --shard ${missing[0]}/${of}`,
    };
  },
  'EVA_NO_RUBRIC:no_reply': ({ behavior, reason }: { readonly behavior: string; readonly reason: string }) => ({
    message: `there is no rubric for ${quoted(behavior)}: ${reason}`,
    hint: 'run it again with a key, or write the levels yourself under "rubric"',
  }),
} as const satisfies SentenceTable;
