import { EvaError, problem } from '#errors/index.js';
import type { Budget } from '#model/config.js';
import type { RunManner, Shard } from '#model/run/run.js';
import { isRunId } from '#store/run/run-id.js';

/** The command line of `eva eval`. */
export interface EvalOptions {
  readonly root?: string;
  readonly case: readonly string[];
  /** A run, or what is an id where none is given; true for the last run that is not done. */
  readonly resume?: string | true;
  readonly shard?: Shard;
  readonly allowUnderpowered?: boolean;
  readonly replay?: boolean;
  readonly live?: boolean;
  readonly record?: boolean;
  readonly batch?: boolean;
  /** undefined for what eva.yml says. */
  readonly cache?: boolean;
  readonly failFast?: boolean;
  readonly maxCalls?: number;
  readonly maxTokens?: number;
  readonly maxCost?: number;
  readonly trust?: boolean;
  readonly json?: boolean;
}

/** What is to be run: prompts by their ids, or one run to go on with, of the prompt `id` if one is named. */
export type Wanted =
  | { readonly ids: readonly string[] }
  | { readonly id: string | null; readonly resume: string | true };

/** Sorts out what is meant: `--resume commit-message` names a prompt, since no run is called so. Throws EVA_USAGE. */
export function wantedOf(ids: readonly string[], options: EvalOptions): Wanted {
  const { resume, record, cache } = options;
  if (record && cache) throw usage("option '--record' cannot be used with option '--cache'");
  if (resume === undefined) return ids.length === 0 ? missingId() : { ids: [...new Set(ids)] };
  const isId = typeof resume === 'string' && !isRunId(resume) && ids.length === 0;
  const named = isId ? [resume] : ids;
  if (named.length > 1) throw usage('--resume goes on with one run: name one prompt');
  const run = isId ? true : resume;
  const [id = null] = named;
  return id === null && run === true ? missingId() : { id, resume: run };
}

function missingId(): never {
  throw usage("missing required argument 'id'");
}

/** How a run goes about it that is begun with these options. Where its trials are counted once all are there, no case ends early. */
export function mannerOf(options: EvalOptions): RunManner {
  const { batch, shard, failFast, replay, record, allowUnderpowered } = options;
  return {
    stop_early: batch !== true && shard === undefined,
    batch: batch === true,
    shard: shard ?? null,
    merged: null,
    fail_fast: failFast === true,
    replay: replay === true,
    allow_underpowered: allowUnderpowered === true,
    record: record === true,
    budget: budgetOf(options),
  };
}

function budgetOf({ maxCalls, maxTokens, maxCost }: EvalOptions): Budget | null {
  const budget = {
    ...(maxCalls !== undefined && { max_calls: maxCalls }),
    ...(maxTokens !== undefined && { max_tokens: maxTokens }),
    ...(maxCost !== undefined && { max_cost_usd: maxCost }),
  };
  return Object.keys(budget).length === 0 ? null : budget;
}

/** The refusal of a command line. */
export function usage(message: string, hint = 'eva eval --help lists the options'): EvaError {
  return new EvaError([problem('EVA_USAGE', message, { hint })]);
}
