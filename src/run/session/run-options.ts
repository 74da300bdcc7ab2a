import type { User } from '#library/trust.js';
import type { Budget } from '#model/config.js';
import { uniqueBy } from '#model/data/collections.js';
import type { Problem } from '#model/problem.js';
import type { Notify, RunObserver } from '#model/run/notice.js';
import type { RunPlan, RunResult, RunSettings, Shard } from '#model/run/run.js';
import type { NewRunNames } from '#store/run/run-names.js';
import type { BudgetLedger } from '../collect/budget.js';
import type { NumberAttempt, RunChoice } from '../plan/plan-run.js';
import type { OpenPrompt } from '../prompt/open-prompt.js';
import type { RunPlace } from './run-deps.js';

/** The surroundings of a run: the library, the environment and the user whose trust counts. */
export interface RunWorld {
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly user: User;
}

/** What a command asks of its runs: the choice that they share, and how eva goes about them. */
export interface RunOptions extends RunWorld, Pick<RunChoice, 'only' | 'items' | 'strict'> {
  readonly manner: RunSettings;
  /** Names of variants, or models that replace the models under test. Default: all variants of the files. */
  readonly models?: readonly string[] | undefined;
  /** The prompt whose cases replace those of the prompts; by default each has the cases of its files. */
  readonly casesOf?: string | undefined;
  /** True to run although the budget is too small for a verdict, which is then only a warning. */
  readonly allowShortBudget?: boolean | undefined;
  /** The flags of the command line that name the library and its runs, for commands that are printed. */
  readonly placed?: readonly string[];
  /** Whether to use the cache; if undefined, eva.yml decides. */
  readonly cache?: boolean | undefined;
  /** The job of the engine that a shard or a merge belongs to, or the name that the user gave; null without one. Absent for others. */
  readonly job?: string | null | undefined;
  /** True if a resumed run forgets the limits with which it began: those of this command are all. */
  readonly replacesBudget?: boolean | undefined;
  /** True to run programs that the user has not trusted. */
  readonly trust?: boolean | undefined;
}

/** The flags that become the settings of a run. */
export interface RunFlags {
  readonly shard?: Shard | undefined;
  /** The number of shards that run at a time; by default all. */
  readonly atOnce?: number | undefined;
  /** True to run although a criterion cannot pass, which is then only a warning. */
  readonly allowUnderpowered?: boolean | undefined;
  readonly replay?: boolean | undefined;
  readonly record?: boolean | undefined;
  readonly batch?: boolean | undefined;
  readonly failFast?: RunSettings['fail_fast'] | 'judge' | undefined;
  /** True to show the replies of the cases without judging them. */
  readonly look?: boolean | undefined;
  /** Limits that override those in eva.yml. */
  readonly budget?: Budget | null | undefined;
}

/** Returns the settings of a new run, as its plan stores them. With `batch` no case stops early. */
export function runSettingsOf(flags: RunFlags): RunSettings {
  const { batch, shard, atOnce, failFast, replay, record, allowUnderpowered, budget, look } = flags;
  return {
    stop_early: batch !== true,
    batch: batch === true,
    shard: shard ?? null,
    merged: null,
    fail_fast: failFast === 'judge' || (failFast ?? false),
    replay: replay === true,
    allow_underpowered: allowUnderpowered === true,
    record: record === true,
    budget: budget ?? null,
    ...(atOnce !== undefined && { at_once: atOnce }),
    ...(look === true && { look: true }),
  };
}

/** Returns the choice of each run of a command. */
export function choiceOf(options: RunOptions, numberOf: NumberAttempt): RunChoice {
  const { only = [], items, strict, manner, casesOf, env } = options;
  const variant = casesOf === undefined ? {} : { variant: { cases_of: casesOf } };
  return { only, items, strict, manner, ...variant, prices: { env }, numberOf };
}

/** A process that asked the same share before, with its folder for one run. */
export interface EarlierProcess {
  readonly runId: string;
  readonly dir: string;
  readonly plan: RunPlan;
  /** The processes whose replies it had, oldest first. */
  readonly continues: readonly string[];
}

export interface PlannedRun {
  readonly open: OpenPrompt;
  readonly options: RunOptions;
  /** Reads the prompt again after its rubrics were written. */
  readonly reopen: () => OpenPrompt;
  /** Makes the folder of the run that is open, or opens the existing one. `begin` adds to a new one before it has a plan. */
  readonly placeOf: (
    open: OpenPrompt,
    notify: Notify,
    names: NewRunNames,
    begin?: (place: Pick<RunPlace, 'dir' | 'journal'>) => void,
  ) => Promise<RunPlace>;
  /** The processes that asked the same share of the run before; absent without any. */
  readonly earlier?: readonly EarlierProcess[];
  /** What the processes of its share have in common; absent for other runs. */
  readonly share?: string;
  /** The name of its folder, if it is resumed. */
  readonly run_id?: string;
  /** A run that was decided from kept replies; absent for a run that asks. */
  readonly decided?: DecidedRun;
  /** The budget that it shares with other runs of its command, those that have ended too; absent for that of its prompt. */
  readonly ledger?: BudgetLedger;
  /** Follows the run in detail; absent without traces. */
  readonly observer?: RunObserver;
}

/** A run with its result, in a folder of its own. */
export interface DecidedRun {
  readonly runId: string;
  readonly plan: RunPlan;
  readonly result: RunResult;
  /** True if its row was written before. */
  readonly hasRow?: boolean;
  /** Writes the result and the attempt. Returns true if recordings could not be saved. */
  readonly save: () => Promise<boolean>;
}

/** Lists the warnings of several runs, each once. */
export function warningsOf(runs: readonly PlannedRun[]): readonly Problem[] {
  return uniqueBy(
    runs.flatMap(({ open }) => open.problems),
    (warning) => JSON.stringify(warning),
  );
}
