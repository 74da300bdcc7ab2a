import type { MissingKey } from '#model/run/missing-key.js';
import { flagWords, listed, promptWord, quoted, shellWord } from '#model/text/quoted.js';
import { askersText, envFileText, otherJudgeText, setKeyText, unsetText } from '../../missing-key-words.js';
import type { SentenceTable } from '../table.js';
import type { OneShard } from './run.js';

/** Replies of a shard that cannot be merged. */
export interface FlawedReplies {
  /** The role of the first reply, and its trial. */
  readonly role: string;
  readonly trial: { readonly case: string; readonly number: number };
  /** The number of other replies with the same flaw. */
  readonly more: number;
}

const untouched = 'copy the folders again from the machines that collected them, and change nothing in them';

function replyText({ role, trial, more }: FlawedReplies): string {
  return `a reply of the ${role} for trial ${trial.number} of ${quoted(trial.case)}${more === 0 ? '' : ` (and ${more} more)`}`;
}

/** The sentences of problems that `engine` finds. */
export const engineSentences = {
  'EVA_USAGE:shard_without_rubrics': ({ id }: { readonly id: string }) => ({
    message: `${id} lacks rubrics, and each of its shards would write rubrics of its own`,
    hint: `eva rubric ${promptWord(id)} --write, and commit its rubrics.yml`,
  }),
  'EVA_USAGE:shard_of_variants': (params: { readonly id: string; readonly variants: readonly string[] }) => ({
    message: `--shard collects one variant, and ${params.id} has ${params.variants.length}`,
    hint: `name one of them: ${flagWords('--model', params.variants[0] ?? 'NAME')}`,
  }),
  'EVA_USAGE:several_variants': ({ variants }: { readonly variants: readonly string[] }) => ({
    message: `evaluatePrompt returns one result, and the prompt has ${variants.length} variants`,
    hint: `call evaluateVariants, or name one: models: ['${variants[0] ?? 'NAME'}']`,
  }),
  'EVA_USAGE:unknown_variant': (params: {
    readonly name: string;
    readonly nearest: string | null;
    readonly variants: readonly string[];
  }) => ({
    message: `--model: ${quoted(params.name)} is neither a variant nor a model`,
    hint:
      params.nearest === null
        ? `the variants are ${listed(params.variants)}`
        : `did you mean ${quoted(params.nearest)}?`,
  }),
  'EVA_USAGE:variants_of_model': (params: { readonly model: string; readonly variants: readonly string[] }) => ({
    message: `several variants have the model ${params.model}`,
    hint: `name the variant: ${params.variants.map((name) => flagWords('--model', name)).join(' or ')}`,
  }),
  'EVA_USAGE:other_options': (params: {
    readonly run_id: string;
    readonly options: readonly (keyof typeof flags)[];
    readonly shard: { readonly index: number; readonly of: number } | null;
  }) => ({
    message: `a resume of run ${params.run_id} cannot change these options: ${params.options.map((one) => flagText(one, params.shard)).join(', ')}`,
    hint: 'leave these options out to resume the run, or leave out --resume to start a new one',
  }),
  'EVA_USAGE:resumed_side': ({ run_id, command }: { readonly run_id: string; readonly command: string }) => ({
    message: `run ${run_id} is one side of a comparison, and eva eval resumes runs of its own`,
    hint: `${command} --resume`,
  }),
  'EVA_USAGE:reported_side': ({ run_id, command }: { readonly run_id: string; readonly command: string }) => ({
    message: `run ${run_id} is one side of a comparison, which has no verdict by itself`,
    hint: `${command} --items changed`,
  }),
  'EVA_USAGE:run_of_other_prompt': (params: {
    readonly run_id: string;
    readonly id: string;
    readonly given: string;
  }) => ({
    message: `run ${params.run_id} belongs to ${params.id}, not to ${params.given}`,
    hint: `eva eval ${promptWord(params.id)} ${flagWords('--resume', params.run_id)}`,
  }),
  'EVA_NOTHING_TO_RESUME:comparison': ({ command }: { readonly command: string }) => ({
    message: 'no comparison of these versions is unfinished',
    hint: `leave out --resume to compare them: ${command}`,
  }),
  'EVA_NOTHING_TO_RESUME:none': {
    message: 'no run in .eva/runs/ is unfinished',
    hint: 'eva log lists all runs; eva eval ID makes a new one',
  },
  'EVA_NOTHING_TO_RESUME:no_run': ({ id }: { readonly id: string }) => ({
    message: `there is no run of ${id} in .eva/runs/`,
    hint: `eva eval ${promptWord(id)} makes one`,
  }),
  'EVA_NOTHING_TO_RESUME:last_run': (params: {
    readonly id: string;
    readonly run_id: string;
    readonly state: 'finished' | 'waiting' | 'replay' | 'merged';
  }) => ({
    message: `the last run of ${params.id} ${lastStates[params.state]}: ${params.run_id}`,
    hint:
      params.state === 'waiting'
        ? `eva label ${shellWord(params.run_id)} labels its answers`
        : `eva eval ${promptWord(params.id)} makes another`,
  }),
  'EVA_NOTHING_TO_RESUME:labels': ({ run_id, labels }: { readonly run_id: string; readonly labels: number }) => ({
    message: `run ${run_id} has all its replies, and waits for ${labels} ${labels === 1 ? 'label' : 'labels'} of people`,
    hint: `eva label ${shellWord(run_id)} labels its answers`,
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
        : `eva report ${shellWord(params.run_id)} shows it, and eva eval ${promptWord(params.id)} makes another`,
  }),
  'EVA_BAD_RUN:no_prompt': ({ run_id }: { readonly run_id: string }) => ({
    message: `the files of run ${run_id} do not name its prompt`,
    hint: 'it ended before its first call, or its files were deleted; start the run again',
  }),
  'EVA_BAD_RUN:other_journal': (params: {
    readonly run_id: string;
    /** The run and the prompt in the header of the journal. */
    readonly journal: { readonly run_id: string; readonly id: string };
  }) => ({
    message: `cannot read run ${params.run_id}: its journal belongs to run ${params.journal.run_id} of ${params.journal.id}`,
    hint: 'the files were moved or edited; start the run again',
  }),
  'EVA_BAD_RUN:journal_gap': ({ run_id, line }: { readonly run_id: string; readonly line: number }) => ({
    message: `cannot continue run ${run_id}: lines are missing or damaged before line ${line} of its journal.jsonl`,
    hint: 'restore the journal as eva wrote it, or remove the folder of the run and start again: eva would ask for other replies in the place of the missing ones',
  }),
  'EVA_BAD_RUN:half_merged': (params: { readonly run_id: string; readonly shards: number }) => ({
    message: `cannot read run ${params.run_id}: eva merge was interrupted before it had copied all replies of ${params.shards === 1 ? 'its shard' : `its ${params.shards} shards`}`,
    hint: 'merge the folders of the shards again: eva merge DIR...',
  }),
  'EVA_BAD_MERGE:journal_gap': (params: OneShard & { readonly line: number }) => ({
    message: `${params.id}: lines are missing or damaged before line ${params.line} of the journal of shard ${params.shard} of ${params.of}: ${params.dir}`,
    hint: untouched,
  }),
  'EVA_BAD_MERGE:other_journal': (
    params: OneShard & { readonly journal: { readonly run_id: string; readonly id: string } },
  ) => ({
    message: `${params.id}: shard ${params.shard} of ${params.of} has the journal of run ${params.journal.run_id} of ${params.journal.id}: ${params.dir}`,
    hint: untouched,
  }),
  'EVA_BAD_MERGE:foreign_reply': (params: OneShard & FlawedReplies) => ({
    message: `${params.id}: shard ${params.shard} of ${params.of} holds ${replyText(params)}, which belongs to another shard: ${params.dir}`,
    hint: untouched,
  }),
  'EVA_BAD_MERGE:other_reply': (
    params: OneShard &
      FlawedReplies & {
        /** The folder of the earlier shard with a different reply to the same question. */
        readonly other_dir: string | null;
      },
  ) => ({
    message: `${params.id}: shard ${params.shard} of ${params.of} holds ${replyText(params)}, and ${params.other_dir ?? 'an earlier shard'} holds a different one: ${params.dir}`,
    hint: untouched,
  }),
  'EVA_BAD_MERGE:no_shard': ({ dirs }: { readonly dirs: readonly string[] }) => ({
    message: `there is no shard in ${dirs.join(', ')}`,
    hint: 'eva eval ID --shard 1/5 collects one, into .eva/runs/',
  }),
  'EVA_NOTHING_TO_RUN:no_eval_file': ({ root }: { readonly root: string }) => ({
    message: `no prompt in ${root} has an eval.yml: nothing would be evaluated`,
    hint: 'add prompts/ID/eval.yml with at least one case',
  }),
  'EVA_NO_KEY:run': (params: MissingKey & { readonly hasRecordings: boolean }) => ({
    message: needsKey(params),
    hint: `${setKeyText(params)}${replayText(params)}${otherJudgeText(params)}${envFileText(params.env_file)}`,
  }),
  'EVA_NO_KEY:prompts': (
    params: Omit<MissingKey, 'asked_by' | 'other_model'> & {
      readonly ids: readonly string[];
      readonly hasRecordings: boolean;
    },
  ) => ({
    message: `eva called no model for ${listed(params.ids)}: there is no key for ${params.provider} (${unsetText(params)})`,
    hint: `${setKeyText(params)}${replayText(params)}${envFileText(params.env_file)}`,
  }),
  'EVA_RUN_CHANGED:kept_run': ({ run_id }: { readonly run_id: string }) => ({
    message: `the comparison began with the trials of run ${run_id}, and its row or its folder is gone`,
    hint: 'leave out --resume to begin again',
  }),
  'EVA_RUN_CHANGED:run': (params: {
    readonly run_id: string;
    readonly id: string;
    readonly difference: string;
    /** Only the last of several differences has the hint. */
    readonly isLast: boolean;
    /** The command that starts again; by default that of a run. */
    readonly command?: string;
  }) => ({
    message: `run ${params.run_id}: ${params.difference}`,
    hint: params.isLast
      ? `undo the change to resume the run, or start a new one: ${params.command ?? `eva eval ${promptWord(params.id)}`}`
      : undefined,
  }),
  'EVA_RUN_CHANGED:file': ({ path }: { readonly path: string }) => ({
    message: `${path} changed since the run was planned, or is gone`,
    hint: 'undo the change to resume the run, or start a new one',
  }),
  'EVA_RUN_CHANGED:shards': (params: {
    readonly id: string;
    readonly of: number;
    readonly difference: string;
    readonly isLast: boolean;
  }) => ({
    message: `the shards of ${params.id}: ${params.difference}`,
    hint: params.isLast
      ? `undo the change to merge the shards, or collect them anew: eva eval ${promptWord(params.id)} --shard 1/${params.of}`
      : undefined,
  }),
  'EVA_NO_RUBRIC:changed': {
    message: 'eval.yml was changed while its rubrics were written',
    hint: 'run it again',
  },
} as const satisfies SentenceTable;

const lastStates = {
  finished: 'is finished',
  waiting: 'waits for labels of people',
  replay: 'is a replay, which --resume continues only by name',
  merged: 'was merged from shards and makes no calls',
} as const;

const flags = {
  replay: '--replay',
  record: '--record',
  cache: '--cache',
  batch: '--batch',
  look: '--look',
  fail_fast: '--fail-fast',
  shard: '--shard',
  cases: '--case',
  items: '--items or --item',
  models: '--model',
  cases_of: '--cases-of',
} as const;

function flagText(option: keyof typeof flags, shard: { readonly index: number; readonly of: number } | null): string {
  return option === 'shard' && shard ? `--shard (it is ${shard.index}/${shard.of})` : flags[option];
}

function needsKey({ asked_by, provider, ...key }: MissingKey): string {
  return `${askersText(asked_by)} a key for ${provider} (${unsetText(key)})`;
}

/** Renders what can be done without a key. A run that asked models cannot be resumed as a replay, so the replay is a new one. */
function replayText({ hasRecordings }: { readonly hasRecordings: boolean }): string {
  return hasRecordings ? ', or start a run with --replay, which plays the recorded replies' : '';
}
