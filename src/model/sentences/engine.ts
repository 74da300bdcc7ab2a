import type { MissingKey } from '../reply/reply-sources.js';
import { listed, promptWord, quoted } from '../text/quoted.js';
import { askersText, envFileText, setKeyText, unsetText } from './missing-key-words.js';
import type { OneShard } from './run.js';
import type { SentenceTable } from './table.js';

/** Replies of a shard that cannot be merged. */
export interface FlawedReplies {
  /** The role of the first reply, and its trial. */
  readonly role: string;
  readonly trial: { readonly case: string; readonly number: number };
  /** The number of other replies with the same flaw. */
  readonly more: number;
}

export const untouched = 'copy the folders again from the machines that collected them, and change nothing in them';

function replyText({ role, trial, more }: FlawedReplies): string {
  return `a reply of the ${role} for trial ${trial.number} of ${quoted(trial.case)}${more === 0 ? '' : ` (and ${more} more)`}`;
}

/** The sentences of problems that `engine` finds. */
export const engineSentences = {
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
  'EVA_NO_KEY:prompts': (
    params: Omit<MissingKey, 'asked_by' | 'other_model'> & {
      readonly ids: readonly string[];
      readonly hasRecordings: boolean;
    },
  ) => ({
    message: `eva called no model for ${listed(params.ids)}: there is no key for ${params.provider} (${unsetText(params)})`,
    hint: `${setKeyText(params)}${replayText(params)}${envFileText(params.env_file)}`,
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
} as const satisfies SentenceTable;

export const lastStates = {
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

export function flagText(
  option: keyof typeof flags,
  shard: { readonly index: number; readonly of: number } | null,
): string {
  return option === 'shard' && shard ? `--shard (it is ${shard.index}/${shard.of})` : flags[option];
}

export function needsKey({ asked_by, provider, ...key }: MissingKey): string {
  return `${askersText(asked_by)} a key for ${provider} (${unsetText(key)})`;
}

/** Renders what can be done without a key. A run that asked models cannot be resumed as a replay, so the replay is a new one. */
export function replayText({ hasRecordings }: { readonly hasRecordings: boolean }): string {
  return hasRecordings ? ', or start a run with --replay, which plays the recorded replies' : '';
}
