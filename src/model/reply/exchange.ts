import { canonicalJson, sha256 } from '../data/digest.js';
import { excessOf, type JsonObject, type JsonValue, repeatedKeyIn } from '../data/json.js';
import { quoted } from '../text/quoted.js';
import type { Answerer, AttemptKind } from './reply-sources.js';

/** A tool that the model is forced to call, so that the reply is structured. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly input_schema: JsonObject;
}

/** A request to a model, with everything that its reply depends on. */
export interface ModelRequest {
  /** The provider's name: a built-in one, or an entry of `providers:` in eva.yml. */
  readonly provider: string;
  readonly model: string;
  readonly system?: string;
  readonly messages: readonly Message[];
  readonly max_tokens: number;
  readonly temperature?: number;
  readonly tool?: Tool;
  /** Absent if no file sets an option. */
  readonly options?: RequestOptions;
  /** True to ask for the embedding of the only message. `max_tokens` is then 0. */
  readonly embed?: true;
}

export interface AppRequest {
  readonly provider: 'app:command' | 'app:function';
  /** The name of the program or function, for people. */
  readonly model: string;
  /** A digest of the command line and of the program's bytes. */
  readonly identity: string;
  /** The case of the conversation. An application keeps a state for each case, so cases do not share replies. */
  readonly conversation: string;
  readonly messages: readonly Message[];
  /** The state from the application's last response; null at first. */
  readonly state: JsonValue;
}

/** The numbers that distinguish equal requests, each from 0. They keep trial 7 from getting the reply of trial 3. */
export interface Draw {
  readonly trial: number;
  readonly turn: number;
  readonly vote: number;
  readonly attempt: number;
}

/**
 * The purposes of calls, in the order of recordings: the response, the simulated user's next message, a judgement, whether the prompt
 * triggers, a rubric, an embedding.
 */
export const callRoles = ['subject', 'user', 'judge', 'trigger', 'rubric', 'embedding'] as const;

export type CallRole = (typeof callRoles)[number];

/** A call to a model or an application, with its case, role and draw. */
export type Call = ModelCall | AppCall;

export interface ModelCall extends CallFacts {
  readonly request: ModelRequest;
  /** The effect of a timeout. Default: `ask_again`. */
  readonly on_timeout?: OnTimeout;
  /** True if the case expects a refusal. Other runs may then use one. */
  readonly mayRefuse?: true;
  /** Returns the bytes of a file of the request as base64. Present if the request has files. */
  readonly readFile?: ReadMedia;
}

/** Reads a file of a message as base64. Throws EVA_RUN_CHANGED if its bytes are not those of its digest. */
export type ReadMedia = (file: MediaFile) => Promise<string>;

/**
 * A call to an application of the user. `answer` makes it if no reply is stored. An error of the application is a reply with `app_error`
 * and is not retried: retries would make an application look more reliable than it is.
 */
interface AppCall extends CallFacts {
  readonly request: AppRequest;
  readonly answer: () => Promise<Reply>;
  /** The name of a program; absent for a function. */
  readonly program?: string;
}

interface CallFacts {
  readonly case: string;
  readonly role: CallRole;
  readonly draw: Draw;
  /** Random marks inside the request. The key ignores them. */
  readonly nonces: readonly string[];
  /** The time limit of one attempt, until the last byte, in seconds. */
  readonly timeout_s: number;
}

/** The tokens of one reply; null if the provider does not report them. */
export interface TokenUsage {
  readonly input_tokens: number | null;
  readonly output_tokens: number | null;
}

export interface ReplyUsage extends TokenUsage {
  /** The cost in dollars that a program reports. It replaces the one by prices. */
  readonly cost_usd?: number;
}

/**
 * Why a reply ended: normal `end`, a forced `tool_call`, truncated by `max_tokens`, a `refusal`, something `other`, an error of the
 * application (`app_error`), `rejected` by the server as a bad request, or `timed_out`. The last two occur only in journals: they mark a call that
 * failed its trial, so that a resumed run does not repeat the call.
 */
export type StopReason =
  | 'end'
  | 'tool_call'
  | 'max_tokens'
  | 'refusal'
  | 'other'
  | 'app_error'
  | 'rejected'
  | 'timed_out';

export interface Reply {
  readonly text: string;
  /** The argument of the forced tool call; absent if the model did not call the tool. */
  readonly tool_input?: JsonObject;
  /** The calls of the tools that the request declares, or those that an application reports. Absent if it reports no list: `[]` means no calls. */
  readonly tool_calls?: readonly ToolCall[];
  /** The steps that an application reports. */
  readonly steps?: readonly Step[];
  /** The numbers of an embedding, float32 in base64, little-endian. */
  readonly embedding?: string;
  readonly stop: StopReason;
  /** Why an application gave no response, or a server rejected the request. May contain untrusted text. Only with `app_error` and `rejected`. */
  readonly reason?: string;
  readonly usage: ReplyUsage;
  /** Seconds from sending to the last byte of the successful attempt; `timeout_s` if an earlier one timed out; null for batches. */
  readonly latency_s: number | null;
  /** The number of attempts that timed out before one succeeded; absent if the first one succeeded. */
  readonly timeouts?: number;
  /** The number of attempts that failed before one succeeded; absent if the first one succeeded. */
  readonly retries?: number;
  /** Why the last of them failed. Untrusted text. */
  readonly last_failure?: string;
  /** The model's name in the provider's reply. */
  readonly model: string;
  /** The state that an application passes to its next turn. */
  readonly state?: JsonValue;
  /** Further data of an application's response. */
  readonly details?: JsonObject;
}

/** The origin of a reply: a model in this run, a recording of a model, or a person who wrote it by hand. */
export type ReplySource = 'model' | 'recorded' | 'synthetic';

/** The run that requested a reply, and its kind. */
export interface ReplyOrigin {
  readonly run_id: string;
  readonly run_kind: AttemptKind;
}

/**
 * A reply with its origin: one line of a journal, a cache or a recording. Cache and recordings name the run that requested the reply; a
 * journal does so only for replies of other runs.
 */
export interface StoredReply extends Partial<ReplyOrigin>, Answerer {
  readonly key: string;
  readonly case: string;
  readonly role: CallRole;
  readonly draw: Draw;
  /** The requested model; absent for an application. */
  readonly model?: string;
  readonly source: ReplySource;
  /** The time of the reply, ISO 8601. */
  readonly ts: string;
  /** An upper bound of its tokens; only if the provider does not count them. */
  readonly at_most?: Readonly<Record<keyof TokenUsage, number>>;
  readonly reply: Reply;
}

/**
 * The effect of a timeout on its trial. `fail`: the trial fails. `ask_again`: eva retries the call, as after any other failure. Slow
 * answers are often bad ones, so that a retry would bias the data of a statistical test.
 */
export type OnTimeout = 'fail' | 'ask_again';

/** Returns the reply to a call, from a journal, cache, recording or model. Throws `NoReply` if there is none, `EvaError` if the run must end. */
export type Ask = (call: Call) => Promise<StoredReply>;

/**
 * Returns the digest of a request and its draw, with nonces replaced by a placeholder. `identity` covers the provider's settings (its
 * address, its program and that program's bytes), so that replies of different providers have different keys.
 */
export function replyKey(call: Pick<Call, 'request' | 'draw' | 'nonces'>, identity?: string): string {
  const { trial, turn, vote, attempt } = call.draw;
  let text = canonicalJson({ request: call.request, draw: { trial, turn, vote, attempt }, identity });
  for (const nonce of call.nonces) text = text.replaceAll(nonce, '{nonce}');
  return sha256(text);
}

/** A store of replies: a journal, a cache, recordings. */
export interface ReplyStore {
  get(key: string): StoredReply | undefined;
  put(reply: StoredReply): void;
}

/** The types of files that a message may have. */
const mediaTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'application/pdf'] as const;

export type MediaType = (typeof mediaTypes)[number];

/** A file in a message: its type, the digest of its bytes (sha256) and their number. The bytes are read when it is sent, and stored nowhere. */
export interface MediaFile {
  readonly media_type: MediaType;
  readonly sha256: string;
  readonly bytes: number;
}

/** A file with its path relative to the library's root, as a plan has it. Keys and evidence leave the path out. */
export interface MediaPath extends MediaFile {
  readonly path: string;
}

/** One part of a message: a text or a file. */
export type Part = { readonly text: string } | { readonly file: MediaFile };

export interface Message {
  readonly role: 'user' | 'assistant';
  /** The text; of a message with parts, their texts with a blank line between them. */
  readonly content: string;
  /** The parts of the message, in order. Absent for a message that is one text. */
  readonly parts?: readonly Part[];
}

/** A message as a trial keeps it: the system prompt is one too, and files have their paths. */
export interface SentMessage {
  readonly role: 'system' | Message['role'];
  readonly content: string;
  readonly parts?: readonly SentPart[];
}

export type SentPart = { readonly text: string } | { readonly file: MediaPath };

/** Returns the text of parts, with a blank line between them. Files have none. */
export function textOfParts(parts: readonly (Part | SentPart)[]): string {
  return parts.flatMap((part) => ('text' in part ? [part.text] : [])).join('\n\n');
}

/** A tool that the model under test may call. eva declares it and does not run it. */
export interface ToolSpec {
  readonly name: string;
  readonly description?: string;
  /** The JSON Schema of its arguments. */
  readonly input_schema: JsonObject;
}

/** Whether the model under test calls tools: as it likes, never, at least one, or this one. */
export type ToolChoice = 'auto' | 'none' | 'required' | { readonly tool: string };

/** A call of a tool by a model or an application. Untrusted, like the text of a reply. */
export interface ToolCall {
  readonly name: string;
  readonly arguments: ToolArguments;
  /** What the tool returned. Only applications run tools. */
  readonly result?: JsonValue;
}

/** The arguments of a call as JSON, or the text that is no JSON. */
export type ToolArguments = JsonValue | UnreadableArguments;

export interface UnreadableArguments {
  readonly unreadable: string;
}

/** One step of an application, such as a search or a plan. Untrusted, like the text of a reply. */
export interface Step {
  readonly name: string;
  readonly input?: JsonValue;
  readonly output?: JsonValue;
  /** Seconds. */
  readonly duration_s?: number;
}

/** How much a model thinks before it answers: an effort that its provider knows, or a number of tokens. */
export type Reasoning = { readonly effort: string } | { readonly budget_tokens: number };

/** The form of a reply: any JSON, or JSON that is valid against a schema. */
export type ResponseFormat = 'json' | JsonSchemaFormat;

export interface JsonSchemaFormat {
  readonly json_schema: JsonObject;
  /** Default: `response`. */
  readonly name?: string;
  readonly strict?: boolean;
}

/** Options of a model. Each is sent only if a file sets it, and is then part of the key of the reply. */
export interface ModelOptions {
  /** From 0 to 1. */
  readonly top_p?: number;
  /** A whole number from 1. */
  readonly top_k?: number;
  /** 1 to 16 texts at which the model stops. */
  readonly stop?: readonly string[];
  /** In a file, the seed of the first trial; in a request, this plus the number of the trial. */
  readonly sampling_seed?: number;
  readonly reasoning?: Reasoning;
  readonly response_format?: ResponseFormat;
  readonly tools?: readonly ToolSpec[];
  readonly tool_choice?: ToolChoice;
}

/** The options of one request. */
export interface RequestOptions extends ModelOptions {
  /** Keys of the request's body that eva does not write itself, for the provider's type. */
  readonly extra?: JsonObject;
}

/** Describes arguments that eva cannot read, as the end of "the arguments are": `no JSON`, `null`, `JSON with the key "order" twice`. */
export function describeUnreadable({ unreadable: text }: UnreadableArguments): string {
  if (text === 'null') return 'null';
  if (excessOf(text)) return 'larger or deeper than eva reads';
  const key = isJson(text) ? repeatedKeyIn(text) : undefined;
  return key === undefined ? 'no JSON' : `JSON with the key ${quoted(key)} twice`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
