import type { Case } from '#model/case.js';
import type { Prices } from '#model/config.js';
import type { JsonObject } from '#model/data/json.js';
import type { Origin } from '#model/dataset.js';
import { RefusedRequest } from '#model/problem.js';
import type { Body } from '#model/prompt.js';
import type { MediaPath, Message } from '#model/reply/exchange.js';
import type { CallsAndSteps } from '#model/reply/reported-calls.js';
import type { ConversationFacts, TrialOutcome, TrialTurn } from '#model/run/trial.js';
import type { RequireUnchanged } from '#provider/process/start-program.js';
import { NoReply, RanOutOfTime } from '#provider/provider.js';
import type { Asking } from '#provider/question/ask.js';

export interface SubjectDeps extends Asking {
  /** Returns the provider of a model's name, with its type. */
  readonly route: (model: string) => ReturnType<Asking['route']> & { readonly config: { readonly type: string } };
  readonly now: () => Date;
  /** Seconds of a monotonic clock. */
  readonly elapsed: () => number;
  /** The prices of replies that a model gives during this run. */
  readonly prices: Prices;
  /** The prices of replies that are replayed: without built-in ones if no case decides about a cost. Absent: the same. */
  readonly replayPrices?: Prices;
  readonly signal: AbortSignal;
  /** Absolute path of the prompt's directory, in which applications run. */
  readonly promptDir: string;
  /** Environment of applications: only variables of an allow-list, no API keys. */
  readonly programEnv: Readonly<Record<string, string>>;
  /** Called before each start of a program. */
  readonly requireUnchanged?: RequireUnchanged | undefined;
  /** Returns the values of the variables that an application asks for; omits unset ones. */
  readonly appEnv: (names: readonly string[]) => Readonly<Record<string, string>>;
  /** Returns a digest of an application's command line and of its program files. */
  readonly appIdentity: (argv: readonly string[]) => string;
  /** Command lines of the applications that this run has started. */
  readonly startedApps: Set<string>;
  /** Reads a file of the library as base64. Throws EVA_RUN_CHANGED if its bytes are not those that the run was planned with. */
  readonly readMedia: (file: MediaPath) => Promise<string>;
  /** Masks secrets (API keys) in a text. */
  readonly redact: (text: string) => string;
  readonly app?: AppFunction;
}

/** One trial of a case, with its subject and the body of the prompt. */
export interface SubjectTrial<S> {
  readonly testCase: Case;
  readonly subject: S;
  /** The body of the prompt, with its placeholders. */
  readonly body: Body;
  /** Counts from 0. */
  readonly trial: number;
  /** Absent if the case has no data set. */
  readonly origin?: Origin | undefined;
}

export interface ModelAnswer {
  readonly turns: readonly TrialTurn[];
  readonly outcome: TrialOutcome;
  readonly conversation?: ConversationFacts;
}

/**
 * Returns the outcome of a trial in which a call got no reply: `missing`, or `failed` after a timeout that counts as a failure and for a request that
 * the server refuses. Undefined for any other error.
 */
export function outcomeWithout(error: unknown): Exclude<TrialOutcome, { readonly outcome: 'finished' }> | undefined {
  if (error instanceof NoReply) return { outcome: 'missing', reason: error.message, why: error.why };
  if (error instanceof RefusedRequest) return { outcome: 'failed', reason: error.message };
  if (error instanceof RanOutOfTime) return { outcome: 'failed', reason: error.message, timed_out: true };
  return undefined;
}

/**
 * An application under test. It gets the conversation so far, which ends with the user's message, and the `state` that it
 * returned with its last response (at first undefined). It returns its response. An error, or a response that is not a text,
 * fails the trial, never the run. A resumed run can continue a conversation only if the state is JSON of at most 64 kB.
 */
export type AppFunction<S = unknown> = (
  messages: readonly Message[],
  state: S | undefined,
) => AppResponse<S> | Promise<AppResponse<S>>;

/**
 * A text, a text with the next state, or an object with both. `details`, `tool_calls` and `steps` are stored with the turn; a response with
 * tool calls may be empty.
 */
export type AppResponse<S = unknown> =
  | string
  | readonly [response: string, state: S]
  | ({ readonly response: string; readonly state?: S; readonly details?: JsonObject } & CallsAndSteps);
