import type { Budget } from '#model/config.js';
import type { Shard } from '#model/run/run.js';
import type { ItemChoice } from '#model/run/sample.js';
import { evalHelp } from '#model/sentences/cli.js';
import { evaError } from '#model/sentences/sentence.js';
import type { WantedRun } from '#run/resume/choose-run.js';
import type { RunOptions } from '#run/session/run-options.js';
import { isRunId } from '#store/run/run-names.js';
import type { Io } from '../io.js';
import type { AutoShard } from '../main/values.js';
import { userOf } from '../open-command.js';
import type { ReportOptions } from '../reporting/report-flags.js';

/** The keys of sentences for command lines that cannot be used. */
/** The command line of `eva eval`. */
export interface EvalOptions extends ReportOptions {
  readonly root?: string;
  readonly case: readonly string[];
  readonly model?: readonly string[];
  readonly casesOf?: string;
  readonly items?: number;
  readonly item?: readonly string[];
  /** A run, or a prompt if no id is given; true for the last unfinished run, of any prompt without an id. */
  readonly resume?: string | true;
  readonly shard?: Shard | AutoShard;
  readonly allowUnderpowered?: boolean;
  readonly allowShortBudget?: boolean;
  readonly strict?: boolean;
  readonly replay?: boolean;
  readonly record?: boolean;
  readonly batch?: boolean;
  /** Whether to use the cache. Default: the setting in eva.yml. */
  readonly cache?: boolean;
  readonly failFast?: boolean;
  readonly look?: boolean;
  readonly maxCalls?: number;
  readonly maxCost?: number;
  readonly trust?: boolean;
  /** The git ref whose evidence must differ; true for the default ref. */
  readonly changed?: string | true;
  /** True to evaluate all prompts without asking. */
  readonly yes?: boolean;
}

/** The prompts to run as the command line names them, none for all; or one run to resume, of the prompt `id` if one is given. */
type Wanted = { readonly words: readonly string[] } | WantedRun;

/** Interprets ids and `--resume`: `--resume commit-message` names a prompt, because no run has such a name. Throws EVA_USAGE. */
export function wantedOf(ids: readonly string[], options: EvalOptions): Wanted {
  const { resume, record, cache } = options;
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

/** Returns the run options of a command line, apart from its shard. */
export function runOptionsOf(options: Partial<EvalOptions>, root: string, io: Io): RunOptions {
  const { case: cases, model: models } = options;
  return {
    root,
    env: io.env,
    user: userOf(io),
    ...(cases && { cases }),
    ...(models && { models }),
    casesOf: options.casesOf,
    items: itemChoiceOf(options),
    allowUnderpowered: options.allowUnderpowered,
    allowShortBudget: options.allowShortBudget,
    strict: options.strict,
    replay: options.replay,
    record: options.record,
    batch: options.batch,
    cache: options.cache,
    failFast: options.failFast,
    look: options.look,
    trust: options.trust,
    budget: budgetOf(options),
  };
}

/** Returns the items that a command line chooses; undefined for all. */
export function itemChoiceOf({ items, item = [] }: Pick<EvalOptions, 'items' | 'item'>): ItemChoice | undefined {
  if (items !== undefined) return { first: items };
  return item.length === 0 ? undefined : { ids: [...new Set(item)] };
}

/** Returns the limits that flags set; null without any. */
export function budgetOf({ maxCalls, maxCost }: Pick<EvalOptions, 'maxCalls' | 'maxCost'>): Budget | null {
  const budget = {
    ...(maxCalls !== undefined && { max_calls: maxCalls }),
    ...(maxCost !== undefined && { max_cost_usd: maxCost }),
  };
  return Object.keys(budget).length === 0 ? null : budget;
}
