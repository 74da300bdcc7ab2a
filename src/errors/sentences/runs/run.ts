import type { Dependency } from '#model/run/trial.js';
import { flagWords, pathWord, promptWord, quoted } from '#model/text/quoted.js';
import type { SentenceTable } from '../table.js';

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
  'EVA_BAD_MERGE:repeated': ({
    id,
    shard,
    of,
    dirs,
    mergeable,
  }: Omit<OneShard, 'dir'> & { readonly dirs: readonly string[]; readonly mergeable: readonly string[] }) => ({
    message: `${id}: shard ${shard} of ${of} was given ${dirs.length === 2 ? 'twice' : `${dirs.length} times`}: ${dirs.join(', ')}`,
    hint: `name the folder of one of them${mergeable.length === 0 ? '' : `: eva merge ${mergeable.map(pathWord).join(' ')}`}`,
  }),
  'EVA_BAD_MERGE:no_reply': ({
    id,
    shard,
    of,
    dir,
    trial,
    more,
  }: OneShard & {
    readonly trial: { readonly case: string; readonly number: number };
    readonly more: number;
  }) => ({
    message: `${id}: shard ${shard} of ${of} lacks a reply for trial ${trial.number} of ${quoted(trial.case)}${more === 0 ? '' : ` (and ${more} more)`}: ${dir}`,
    hint: `collect it again: eva eval ${promptWord(id)} --shard ${shard}/${of}`,
  }),
  'EVA_NO_RUBRIC:no_reply': ({ behavior, reason }: { readonly behavior: string; readonly reason: string }) => ({
    message: `there is no rubric for ${quoted(behavior)}: ${reason}`,
    hint: 'run it again with a key, or write the levels yourself under "rubric"',
  }),
  EVA_BROKEN: ({
    what,
    name,
    tryIt,
    trials,
    reason,
    isVariable,
  }: Dependency & { readonly trials: number; readonly reason: string; readonly isVariable: boolean }) => ({
    message: `the ${what} ${quoted(name)} broke in ${trials === 2 ? 'both' : `all ${trials}`} trials that used it: ${reason}`,
    hint: `${isVariable ? 'a program gets only the variables under env:; ' : ''}${
      what === 'judge' || what === 'simulated user'
        ? 'name another model, or raise its max_tokens, and start a new run'
        : `mend it and start a new run${tryIt === null ? '' : '; try it:'}`
    }`,
    paste: tryIt ?? undefined,
  }),
  EVA_IMPURE_CHECK: ({ use, answers }: { readonly use: string; readonly answers: readonly string[] }) => ({
    message: `the function ${quoted(use.replace(/^#/, ''))} was called twice with the same reply and gave two answers: ${answers.join(' and ')}`,
    hint: `use no time, no random numbers and nothing from earlier calls in it; nothing was decided${
      use.startsWith('#') ? ', and the replies are kept' : '. Start a new run after mending the module'
    }`,
  }),
} as const satisfies SentenceTable;
