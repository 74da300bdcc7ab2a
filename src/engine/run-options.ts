import type { User } from '#lifecycle/trust/trust.js';
import type { Budget } from '#model/config.js';
import type { RunSettings, Shard } from '#model/run/run.js';

/** Where runs happen: the library, the environment and the user whose trust counts. */
export interface RunWorld {
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly user: User;
}

/** The options of runs. */
export interface RunOptions extends RunWorld {
  /** Names of the cases to run; all unless set. */
  readonly cases?: readonly string[];
  readonly shard?: Shard | undefined;
  /** True if a criterion that cannot pass is only a warning. */
  readonly allowUnderpowered?: boolean | undefined;
  readonly replay?: boolean | undefined;
  /** True if a missing key is an error even with recordings. */
  readonly live?: boolean | undefined;
  readonly record?: boolean | undefined;
  readonly batch?: boolean | undefined;
  /** Whether to use the cache; eva.yml decides if it is undefined. */
  readonly cache?: boolean | undefined;
  readonly failFast?: boolean | undefined;
  /** Limits that override those of eva.yml. */
  readonly budget?: Budget | null | undefined;
  /** True to run programs that the user has not trusted. */
  readonly trust?: boolean | undefined;
}

/** Returns the settings of a new run, as its plan stores them. If trials are counted only at the end, no case stops early. */
export function runSettingsOf(options: Omit<RunOptions, keyof RunWorld>): RunSettings {
  const { batch, shard, failFast, replay, record, allowUnderpowered, budget } = options;
  return {
    stop_early: batch !== true && shard === undefined,
    batch: batch === true,
    shard: shard ?? null,
    merged: null,
    fail_fast: failFast === true,
    replay: replay === true,
    allow_underpowered: allowUnderpowered === true,
    record: record === true,
    budget: budget ?? null,
  };
}
