import { shellWord } from '#model/text/quoted.js';
import type { SentenceTable } from './table.js';

/** The sentences of problems that `engine` finds. */
export const engineSentences = {
  'EVA_USAGE:shard_without_rubrics': ({ id }: { readonly id: string }) => ({
    message: `${id} lacks rubrics, and each of its shards would write rubrics of its own`,
    hint: `eva rubric ${shellWord(id)} --write, and commit its rubrics.yml`,
  }),
  'EVA_USAGE:other_options': (params: { readonly run_id: string; readonly options: readonly string[] }) => ({
    message: `run ${params.run_id} was not begun with this ${params.options.join(', ')}`,
    hint: 'leave it out to go on with the run, or leave out --resume to begin another',
  }),
  'EVA_USAGE:run_of_other_prompt': (params: {
    readonly run_id: string;
    readonly id: string;
    readonly given: string;
  }) => ({
    message: `run ${params.run_id} is one of ${params.id}, not of ${params.given}`,
    hint: `eva eval ${shellWord(params.id)} --resume ${params.run_id}`,
  }),
  'EVA_NOTHING_TO_RESUME:no_run': ({ id }: { readonly id: string }) => ({
    message: `there is no run of ${id} in .eva/runs/`,
    hint: `eva eval ${shellWord(id)} makes one`,
  }),
  'EVA_NOTHING_TO_RESUME:last_run': (params: {
    readonly id: string;
    readonly run_id: string;
    readonly state: 'finished' | 'replay' | 'merged';
  }) => ({
    message: `the last run of ${params.id} ${lastStates[params.state]}: ${params.run_id}`,
    hint: `eva eval ${shellWord(params.id)} makes another`,
  }),
  'EVA_NOTHING_TO_RESUME:finished': (params: {
    readonly run_id: string;
    readonly id: string | null;
    readonly isShard: boolean;
  }) => ({
    message: `run ${params.run_id} is finished: ${params.isShard ? 'its shard is collected' : 'its row is written'}`,
    hint:
      params.id === null
        ? undefined
        : `eva report ${params.run_id} shows it, and eva eval ${shellWord(params.id)} makes another`,
  }),
  'EVA_BAD_RUN:no_prompt': ({ run_id }: { readonly run_id: string }) => ({
    message: `run ${run_id} does not say what it is a run of`,
    hint: 'it ended before anything was asked, or its files were deleted: run it anew',
  }),
  'EVA_BAD_MERGE:no_shard': ({ dirs }: { readonly dirs: readonly string[] }) => ({
    message: `there is no shard in ${dirs.join(', ')}`,
    hint: 'eva eval ID --shard 1/5 collects one, into .eva/runs/',
  }),
  'EVA_NOTHING_TO_RUN:no_eval_file': ({ root }: { readonly root: string }) => ({
    message: `no prompt in ${root} has an eval.yml: nothing would be evaluated`,
    hint: 'add prompts/ID/eval.yml with at least one case',
  }),
  'EVA_NO_RUBRIC:changed': {
    message: 'eval.yml was changed while its rubrics were written',
    hint: 'run it again',
  },
} as const satisfies SentenceTable;

const lastStates = {
  finished: 'is finished',
  replay: 'is a replay, which goes on only by its name',
  merged: 'was made of shards, for which nobody is asked',
} as const;
