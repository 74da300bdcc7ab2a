import { canonicalJson, sha256 } from '../data/digest.js';
import type { JsonObject, JsonValue } from '../data/json.js';
import type { AttemptKind } from '../run/attempt.js';

export interface Message {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

/** A tool whose call is forced, so that the reply is structured. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly input_schema: JsonObject;
}

/** Everything that a reply depends on. */
export interface ModelRequest {
  /** The provider's name: `anthropic`, `openai`, `claude-cli`, or an entry of `providers:` in eva.yml. */
  readonly provider: string;
  readonly model: string;
  readonly system?: string;
  readonly messages: readonly Message[];
  readonly max_tokens: number;
  readonly temperature?: number;
  readonly tool?: Tool;
}

/** What an application that is no model of eva's gets to see. */
export interface AppRequest {
  readonly provider: 'app:command' | 'app:function';
  /** The program or function by name, for people. */
  readonly model: string;
  /** A digest of all that decides who answers: the command line and the bytes behind it. */
  readonly identity: string;
  /** The case that the conversation belongs to: another one's application, with a state of its own, is another application. */
  readonly conversation: string;
  readonly messages: readonly Message[];
  /** What the application handed over with its last response; null at first. */
  readonly state: JsonValue;
}

/** Which draw of a request this is, each counted from 0. Trial 7 never gets trial 3's reply. */
export interface Draw {
  readonly trial: number;
  readonly turn: number;
  readonly vote: number;
  readonly attempt: number;
}

/**
 * What is asked for: the response, the simulated user's next message, a judgement of them, whether the prompt is used, or a rubric
 * to judge by. In the order of recordings.
 */
export const callRoles = ['subject', 'user', 'judge', 'trigger', 'rubric'] as const;
export type CallRole = (typeof callRoles)[number];

/** One question, with what names it in journals and messages. */
export type Call = ModelCall | AppCall;

/** A question to a model. */
export interface ModelCall extends CallFacts {
  readonly request: ModelRequest;
  /** What an attempt that runs out of time means; `ask_again` unless set. */
  readonly on_timeout?: OnTimeout;
}

/**
 * A message to an application that is no model of eva's, and how it is brought to it where no reply is kept. Its own error is a
 * reply with `app_error`: if it were asked for anew and nothing else were, repetition alone would make an application better.
 */
export interface AppCall extends CallFacts {
  readonly request: AppRequest;
  readonly answer: () => Promise<Reply>;
}

interface CallFacts {
  readonly case: string;
  readonly role: CallRole;
  readonly draw: Draw;
  /** Random marks inside the request; they do not count for its key. */
  readonly nonces: readonly string[];
  /** Bound of one attempt, to the last byte, in seconds. */
  readonly timeout_s: number;
}

/** Tokens of one reply; null where the provider does not tell. */
export interface TokenUsage {
  readonly input_tokens: number | null;
  readonly output_tokens: number | null;
}

/**
 * Why a reply ended: `end` of its own accord, a forced `tool_call`, cut by `max_tokens`, a `refusal`, something `other`, an
 * application's own error, which is no less its answer than a response is, or `timed_out`. The last is in journals alone: it marks a call
 * that ran out of time and whose trial failed, so that a resumed run does not ask again.
 */
export type StopReason = 'end' | 'tool_call' | 'max_tokens' | 'refusal' | 'other' | 'app_error' | 'timed_out';

export interface Reply {
  readonly text: string;
  /** The argument of the forced tool's call; absent where the model did not call it. */
  readonly tool_input?: JsonObject;
  readonly stop: StopReason;
  /** Why an application gave no response, as a clause that may hold untrusted text; with `app_error` alone. */
  readonly reason?: string;
  readonly usage: TokenUsage;
  /** Seconds from sending to the last byte of the attempt that answered; `timeout_s` if an earlier attempt ran out of time; null for a reply out of a batch, which reports none. */
  readonly latency_s: number | null;
  /** How many attempts ran out of time before one answered; absent if the first attempt answered, and in lines of earlier versions. */
  readonly timeouts?: number;
  /** The model's name as the provider reports it. */
  readonly model: string;
  /** What an application hands over for its next turn. */
  readonly state?: JsonValue;
  /** What an application says of its response beside the text. */
  readonly details?: JsonObject;
}

/** Whose words a reply is: a model's, asked now or recorded earlier, or a person's who wrote it by hand. */
export type ReplySource = 'model' | 'recorded' | 'synthetic';

/** The run in which a reply was requested, and the kind of that run. */
export interface ReplyOrigin {
  readonly run_id: string;
  readonly run_kind: AttemptKind;
}

/**
 * A reply with what proves where it comes from: one line of a journal, a cache or a recording. Cache and recordings name the run of
 * a reply; a journal does only for replies that another run kept.
 */
export interface StoredReply extends Partial<ReplyOrigin> {
  readonly key: string;
  readonly case: string;
  readonly role: CallRole;
  readonly draw: Draw;
  /** The model that was asked, as its provider knows it; absent for an application, and in lines of earlier versions. */
  readonly model?: string;
  readonly source: ReplySource;
  /** When the model gave it, ISO 8601. */
  readonly ts: string;
  /** The most tokens that it may have had; only where the model's provider does not count them. */
  readonly at_most?: Readonly<Record<keyof TokenUsage, number>>;
  readonly reply: Reply;
}

/**
 * What a timeout of a call means for its trial. `fail`: the trial fails. `ask_again`: eva makes the call once more, as after any
 * other failure. Slow answers are often bad ones, so that asking again would select the data of a statistical test.
 */
export type OnTimeout = 'fail' | 'ask_again';

/** Puts a question and returns its reply, from wherever replies come. Throws `NoReply` if it could not be had, `EvaError` if the run must end. */
export type Ask = (call: Call) => Promise<StoredReply>;

/**
 * The digest of the whole request plus its draw, nonces replaced by a placeholder. `identity` stands for what a library says
 * of the provider (its address, its program and that program's bytes), so that no reply vouches for another one's.
 */
export function replyKey(call: Pick<Call, 'request' | 'draw' | 'nonces'>, identity?: string): string {
  const { trial, turn, vote, attempt } = call.draw;
  let text = canonicalJson({ request: call.request, draw: { trial, turn, vote, attempt }, identity });
  for (const nonce of call.nonces) text = text.replaceAll(nonce, '{nonce}');
  return sha256(text);
}
