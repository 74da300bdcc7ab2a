import type { ParamsOf } from '#errors/problem.js';
import type { gradeSentences } from '#errors/sentences/grade.js';
import type { JsonValue } from '#model/data/json.js';
import type { Excerpt } from '#model/run/score.js';
import type { RequireUnchanged } from '#process/start-program.js';
import type { Preparation } from './preparation.js';

/** The outcome of a check on one response. `reason` says what was expected; the excerpt shows the part that decided it. */
export interface CheckOutcome {
  readonly holds: boolean;
  readonly reason: string;
  readonly excerpt?: Excerpt;
}

/** The dependencies of checks. Times in milliseconds. */
export interface CheckContext {
  /** Absolute directory in which `command` runs. */
  readonly promptDir: string;
  /** Environment of `command`: an allow-list without keys. */
  readonly programEnv: Readonly<Record<string, string>>;
  /** Called before each start of a program. */
  readonly requireUnchanged?: RequireUnchanged | undefined;
  readonly signal: AbortSignal;
  /** Bound of one `command`. */
  readonly timeoutMs: number;
  /** Bound of one match or one validation; 1000 unless given. */
  readonly regexLimitMs?: number;
  /** Has `command` wait for its turn, where there is one. */
  readonly inTurn?: (<T>(program: () => Promise<T>) => Promise<T>) | undefined;
}

/** Throws `NoReply` where the world kept the check from being run, not the response. */
export type RunCheck = (response: string, context: CheckContext) => CheckOutcome | Promise<CheckOutcome>;

type RefusalKey = keyof typeof gradeSentences;

/** Why a check cannot be run as it is written: a sentence of `errors/sentences/grade`, and its parameters without the operator. */
export type RefusedCheck = {
  readonly [Key in RefusalKey]: { readonly key: Key; readonly params: Omit<ParamsOf<Key>, 'op'> };
}[RefusalKey];

/**
 * A deterministic rule on one response. `prepare` reads the value once, when the run is planned, within the time of `preparation`,
 * and never throws.
 */
export interface Check {
  readonly op: string;
  prepare(value: JsonValue, preparation: Preparation): { readonly run: RunCheck } | RefusedCheck;
}

/** Returns the bound of one match or validation in milliseconds. */
export function regexLimit(context: CheckContext): number {
  return context.regexLimitMs ?? 1000;
}
