import type { ParamsOf } from '#errors/index.js';
import type { gradeSentences } from '#errors/sentences/grade.js';
import type { JsonValue } from '#model/data/json.js';
import type { Excerpt } from '#model/run/score.js';
import type { RequireUnchanged } from '#process/start-program.js';
import type { Preparation } from './preparation.js';

/**
 * The outcome of a check on one response. `reason` says what was expected and found; the excerpt shows the part of the response
 * that decided it.
 */
export interface CheckOutcome {
  readonly holds: boolean;
  readonly reason: string;
  readonly excerpt?: Excerpt;
}

/** The dependencies of checks. Times are in milliseconds. */
export interface CheckContext {
  /** Absolute directory in which `command` runs. */
  readonly promptDir: string;
  /** Environment of `command`: only variables of an allow-list, no API keys. */
  readonly programEnv: Readonly<Record<string, string>>;
  /** Called before each start of a program. */
  readonly requireUnchanged?: RequireUnchanged | undefined;
  readonly signal: AbortSignal;
  /** Time limit of one `command`. */
  readonly timeoutMs: number;
  /** Time limit of one pattern search or one schema validation; 1000 by default. */
  readonly regexLimitMs?: number;
  /** Returns the item that the response is about as JSON, for `command`; undefined in a case without a data set. */
  readonly item?: (() => string) | undefined;
  /** Runs a `command` when it is its turn; undefined: at once. */
  readonly inTurn?: (<T>(program: () => Promise<T>) => Promise<T>) | undefined;
}

/** Runs a check on a response. Throws `NoReply` if the check could not run for a reason outside the response. */
export type RunCheck = (response: string, context: CheckContext) => CheckOutcome | Promise<CheckOutcome>;

type RefusalKey = keyof typeof gradeSentences;

/** The reason why a check cannot run as written: a sentence of `errors/sentences/grade` with its parameters, except the operator. */
export type RefusedCheck = {
  readonly [Key in RefusalKey]: { readonly key: Key; readonly params: Omit<ParamsOf<Key>, 'op'> };
}[RefusalKey];

/**
 * A deterministic rule on one response. `prepare` reads its value once, when the run is planned, within the time that
 * `preparation` has left. It never throws.
 */
export interface Check {
  readonly op: string;
  prepare(value: JsonValue, preparation: Preparation): { readonly run: RunCheck } | RefusedCheck;
}

/** Returns the time limit of one pattern search or schema validation in milliseconds. */
export function regexLimit(context: CheckContext): number {
  return context.regexLimitMs ?? 1000;
}
