import type { ParamsOf } from '#errors/index.js';
import type { gradeSentences } from '#errors/sentences/runs/grade.js';
import type { CheckFunction } from '#model/case/check-function.js';
import type { EmbeddingSettings, JudgeSettings } from '#model/case/settings.js';
import type { Case } from '#model/case.js';
import type { JsonValue } from '#model/data/json.js';
import type { CountedChecks, Excerpt } from '#model/run/score.js';
import type { Trial } from '#model/run/trial.js';
import type { ModuleRunner } from '#provider/process/module-runner.js';
import type { RequireUnchanged } from '#provider/process/start-program.js';
import type { Asking } from '#provider/question/ask.js';
import type { Preparation } from './preparation.js';

/**
 * The outcome of a check on one trial. `reason` says what was expected and found; the excerpt shows the part of the response that decided
 * it.
 */
export interface CheckOutcome {
  /**
   * `cannot`: the check could not be evaluated, so that it fails, as its `not_` form does. `unknown`: a fact that it needs is unknown, so
   * that the trial is ungraded.
   */
  readonly holds: boolean | 'cannot' | 'unknown';
  readonly reason: string;
  readonly excerpt?: Excerpt;
  /** The checks that it counts. */
  readonly counted?: CountedChecks;
}

/** The dependencies of checks. Times are in milliseconds. */
export interface CheckContext {
  /** The case, with the values of the item in a case on a data set: its inputs, and the tools and settings of its model. */
  readonly testCase: Case;
  /** The trial: its turns with their latency, tokens, cost, tool calls and steps. A case has one turn. */
  readonly trial: Trial;
  /** The judge of the check, and its embedding model; absent if it needs none. */
  readonly judge?: JudgeSettings | undefined;
  readonly embedding?: EmbeddingSettings | undefined;
  /** Asks models, for checks that need one; undefined if no model may be asked. */
  readonly asking?: Asking | undefined;
  /** Absolute directory in which `command` runs. */
  readonly promptDir: string;
  /** Environment of `command`: only variables of an allow-list, no API keys. */
  readonly programEnv: Readonly<Record<string, string>>;
  /** Masks keys in a text. Checks apply it to what comes from programs before they shorten it: part of a key is no longer found. */
  readonly redact: (text: string) => string;
  /** Called before each start of a program. */
  readonly requireUnchanged?: RequireUnchanged | undefined;
  /** The checks that are functions of the program itself, by name. */
  readonly functions?: ReadonlyMap<string, CheckFunction> | undefined;
  /** Calls functions of modules; undefined if none may run. */
  readonly modules?: ModuleRunner | undefined;
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

/** The reason why a check cannot run as written: a sentence of `errors/sentences/runs/grade` with its parameters, except the operator. */
export type RefusedCheck = {
  readonly [Key in RefusalKey]: { readonly key: Key; readonly params: Omit<ParamsOf<Key>, 'op'> };
}[RefusalKey];

/**
 * A rule on one trial: on the text of its responses, or on what else is known of it. `prepare` reads its value once, when the run is
 * planned, within the time that `preparation` has left. It never throws.
 */
export interface Check {
  readonly op: string;
  prepare(value: JsonValue, preparation: Preparation): { readonly run: RunCheck } | RefusedCheck;
}

/** Returns the time limit of one pattern search or schema validation in milliseconds. */
export function regexLimit(context: CheckContext): number {
  return context.regexLimitMs ?? 1000;
}

/** Milliseconds for a check that validates a list, item by item, each within `regexLimit`. Other trials may work in between. */
export function listLimit(context: CheckContext): number {
  return 10 * regexLimit(context);
}
