import type { Budget } from '#model/config.js';
import { evaError } from '#model/problem.js';
import type { Shard } from '#model/run/run.js';
import { placeFlags } from '#report/stored/continuation.js';
import type { WantedRun } from '#run/resume/choose-run.js';
import { type RunFlags, type RunOptions, runSettingsOf } from '#run/session/run-options.js';
import { isRunId } from '#store/run/run-names.js';
import type { AutoShard } from '../flags/values.js';
import { type CommandPlace, userOf } from '../open-command.js';
import type { ReportOptions } from '../reporting/report-flags.js';
import { jobInEngine } from './auto-shard.js';

/** The flags of `eva eval`. */
export interface EvalFlags
  extends ReportOptions,
    Omit<RunFlags, 'shard' | 'budget'>,
    Pick<RunOptions, 'casesOf' | 'allowShortBudget' | 'strict' | 'cache' | 'trust'> {
  readonly root?: string;
  readonly runs?: string;
  readonly case: readonly string[];
  readonly model?: readonly string[];
  readonly items?: number;
  readonly item?: readonly string[];
  /** A run, or a prompt if no id is given; true for the last unfinished run, of any prompt without an id. */
  readonly resume?: string | true;
  readonly shard?: Shard | AutoShard;
  /** The name of the job that shards belong to. */
  readonly group?: string;
  readonly maxCalls?: number;
  readonly maxCost?: number;
  /** The git ref whose evidence must differ; true for the default ref. */
  readonly changed?: string | true;
  /** True to evaluate all prompts without asking. */
  readonly yes?: boolean;
}

/** The prompts to run as the command line names them, none for all; or one run to resume, of the prompt `id` if one is given. */
type Wanted = { readonly words: readonly string[] } | WantedRun;

/** Interprets ids and `--resume`: `--resume commit-message` names a prompt, because no run has such a name. Throws EVA_USAGE. */
export function wantedOf(ids: readonly string[], { resume, record, cache, failFast, batch, shard }: EvalFlags): Wanted {
  if (failFast === 'run' && (batch || shard))
    throw evaError(
      'EVA_USAGE:fail_fast_run',
      batch
        ? '--fail-fast=run cannot be used with --batch: a batch sends all calls before the first reply'
        : '--fail-fast=run cannot be used with --shard: no shard knows the replies that others have',
      { hint: 'leave out one of them' },
    );
  if (record && cache)
    throw evaError('EVA_USAGE:record_cache', "option '--record' cannot be used with option '--cache'", {
      hint: evalHelp,
    });
  if (resume === undefined) return { words: ids };
  const isId = typeof resume === 'string' && !isRunId(resume) && ids.length === 0;
  const named = isId ? [resume] : ids;
  if (named.length > 1)
    throw evaError('EVA_USAGE:resume_several', '--resume continues one run, so name at most one prompt', {
      hint: evalHelp,
    });
  const run = isId ? true : resume;
  const [id = null] = named;
  return { id, resume: run };
}

/** Returns what a command line asks of its runs. `shard`: the one to collect; undefined for whole runs. */
export function runOptionsOf(flags: Partial<EvalFlags>, { root, io }: CommandPlace, shard?: Shard): RunOptions {
  if (!shard && (flags.group ?? flags.atOnce) !== undefined)
    throw evaError('EVA_USAGE:without_shard', `${flags.group === undefined ? '--at-once' : '--group'} is of shards`, {
      hint: 'add the share of this process, such as --shard 2/5, or leave it out',
    });
  const { case: only = [], model: models, casesOf, allowShortBudget, strict, cache, trust } = flags;
  const manner = runSettingsOf({ ...flags, shard, budget: budgetOf(flags) });
  const ids = [...new Set(flags.item ?? [])];
  const items = flags.items !== undefined ? { first: flags.items } : ids.length === 0 ? undefined : { ids };
  // a copy: each run reads all variables several times, and `process.env` asks the system for each
  return {
    ...{ root, env: { ...io.env }, user: userOf(io), manner, only, items, models },
    ...{ casesOf, allowShortBudget, strict, cache, trust, placed: placeFlags(flags) },
    ...(shard && { job: flags.group ?? jobInEngine(io.env) }),
  };
}

/** Returns the limits that flags set; null without any. */
export function budgetOf({ maxCalls, maxCost }: Pick<EvalFlags, 'maxCalls' | 'maxCost'>): Budget | null {
  const budget = {
    ...(maxCalls !== undefined && { max_calls: maxCalls }),
    ...(maxCost !== undefined && { max_cost_usd: maxCost }),
  };
  return Object.keys(budget).length === 0 ? null : budget;
}

const evalHelp = 'eva eval --help lists the options';
