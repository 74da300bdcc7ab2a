import { isObject, type JsonObject } from '#model/data/json.js';
import type { ModelRequest, Reply } from '#model/reply/exchange.js';
import { attemptTexts } from '#model/reply/failed-attempt.js';
import { type FailureKind, failureText, ProviderFailure, type WantedTokenLimit } from '../provider.js';
import { asAnswer, asObject, parseJson } from './answer-fields.js';
import type { HttpAnswer } from './http-post.js';

const kindsByStatus: Readonly<Record<number, FailureKind>> = {
  400: 'bad_request',
  401: 'refused_key',
  402: 'not_allowed',
  403: 'not_allowed',
  404: 'unknown_model',
  408: 'server_error',
  409: 'server_error',
  413: 'bad_request',
  422: 'bad_request',
  424: 'server_error', // Bedrock: the model failed
  425: 'server_error',
  429: 'rate_limited',
  529: 'overloaded',
};

/**
 * Returns the failure for an HTTP status other than 2xx, with the server's own message, shortened and redacted. `tokenLimit` is given if the
 * server refuses the name of the token limit.
 */
export function failureOfStatus(
  answer: HttpAnswer,
  redact: (text: string) => string,
  tokenLimit?: WantedTokenLimit,
): ProviderFailure {
  const { status, headers, text } = answer;
  const retryAfterMs = readRetryAfter(headers, Date.now());
  const message = failureText(`${status} ${redact(serverMessage(status, text))}`);
  const details = { status, ...(retryAfterMs !== undefined && { retryAfterMs }), ...(tokenLimit && { tokenLimit }) };
  const kind = kindOfCloud(status, text, headers) ?? kindOf(status, text, retryAfterMs !== undefined);
  return new ProviderFailure(kind, message, details);
}

/** Maps a status to a kind of failure. A 503 with `retry-after` means busy, one without means broken. */
function kindOf(status: number, text: string, saysWhen: boolean): FailureKind {
  if (status === 429 && text.includes('"insufficient_quota"')) return 'not_allowed';
  if (status === 503 && saysWhen) return 'overloaded';
  return kindOfStatus(status);
}

/** Errors of AWS whose status says less than their name. */
const awsKinds: Readonly<Record<string, FailureKind>> = {
  ExpiredTokenException: 'refused_key',
  IncompleteSignatureException: 'refused_key',
  InvalidSignatureException: 'refused_key',
  MissingAuthenticationTokenException: 'refused_key',
  UnrecognizedClientException: 'refused_key',
  ServiceQuotaExceededException: 'not_allowed',
};

/** Returns the kind of failure by the name that AWS or Google gives it; undefined if the status decides. */
function kindOfCloud(status: number, text: string, headers: Headers): FailureKind | undefined {
  const name = /(?:^|#)(\w+)(?::|$)/.exec(headers.get('x-amzn-errortype') ?? '')?.[1];
  if (name !== undefined && Object.hasOwn(awsKinds, name)) return awsKinds[name];
  return status === 400 && errorIn(text)?.['status'] === 'FAILED_PRECONDITION' ? 'not_allowed' : undefined;
}

/** Maps an HTTP status other than 2xx to a kind of failure. */
export function kindOfStatus(status: number): FailureKind {
  return kindsByStatus[status] ?? (status >= 500 ? 'server_error' : 'no_api');
}

/** Returns the server's message: `error.message` of a JSON body, else the text of the body. */
function serverMessage(status: number, text: string): string {
  if (status >= 300 && status < 400) return attemptTexts.redirect();
  const body = asAnswer(parseJson(text));
  const said = errorIn(text)?.['message'] ?? body?.['message'] ?? body?.['Message'] ?? body?.['error'];
  if (typeof said === 'string') return said;
  return /^\s*</.test(text) ? attemptTexts.web_page() : text || attemptTexts.no_reason();
}

function errorIn(text: string): JsonObject | undefined {
  return asObject(asAnswer(parseJson(text))?.['error']);
}

/**
 * Reads how long a server asks to wait before the next attempt, in milliseconds: `retry-after-ms`, else `retry-after` in seconds or as
 * an HTTP date, relative to `now` (milliseconds since 1970). Undefined without a readable header. At most a year.
 */
export function readRetryAfter(headers: Headers, now: number): number | undefined {
  const asked = askedWait(headers, now);
  return asked === undefined ? undefined : Math.min(asked, yearMs);
}

/** The longest wait that is read, since a server may send any number of digits. */
const yearMs = 365 * 24 * 60 * 60 * 1000;

function askedWait(headers: Headers, now: number): number | undefined {
  const milliseconds = decimal(headers.get('retry-after-ms'));
  if (milliseconds !== undefined) return milliseconds;
  const text = headers.get('retry-after');
  const seconds = decimal(text);
  if (seconds !== undefined) return seconds * 1000;
  const date = Date.parse(text ?? '');
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function decimal(text: string | null): number | undefined {
  return text !== null && /^\s*\d+(\.\d+)?\s*$/.test(text) ? Number(text) : undefined;
}

/** The kinds of failures by the words of servers for them, in small letters. Any other error is one of the server. */
const kindsByWord: readonly (readonly [words: RegExp, kind: FailureKind])[] = [
  [/^(?:rate_limit_exceeded|rate_limit_error|too_many_requests|resource_exhausted)$/, 'rate_limited'],
  [/^overloaded_error$/, 'overloaded'],
  [/^(?:invalid_api_key|authentication_error|unauthenticated|unauthorized)$/, 'refused_key'],
  [/^(?:data_residency_mismatch|insufficient_quota|permission_error|permission_denied|billing_error)$/, 'not_allowed'],
  [/^(?:model_not_found|not_found_error)$/, 'unknown_model'],
  [/^(?:context_length_exceeded|invalid_argument|invalid_request_error|request_too_large)$/, 'bad_request'],
];

/** Codes of errors that are a refusal of the request by the server's policy. */
const policies =
  /^invalid_prompt$|(?:content|bio|cyber|usage)_policy|policy_violation|content_filter|moderation|safety/;

/** Returns true for an error that is a refusal of the request by the server's policy. OpenRouter shows the text that it flagged. */
function isPolicy(error: JsonObject | undefined): boolean {
  const isFlagged = asObject(error?.['metadata'])?.['flagged_input'] !== undefined;
  return (
    isFlagged || [error?.['code'], error?.['type']].some((code) => typeof code === 'string' && policies.test(code))
  );
}

/**
 * Returns the reply to a prompt that a server refuses by its policy; undefined for any other error. The text is the server's
 * message. No model has answered: the reply has no tokens.
 */
export function refusedPrompt(
  { status, text }: HttpAnswer,
  { model }: ModelRequest,
  redact: (text: string) => string,
): Omit<Reply, 'latency_s'> | undefined {
  const body = status < 500 ? asAnswer(parseJson(text)) : undefined;
  const error = asObject(body?.['error']);
  const inner = asObject(error?.['innererror'] ?? error?.['inner_error'] ?? body?.['innererror']);
  if (!isPolicy(error) && inner?.['code'] !== 'ResponsibleAIPolicyViolation') return undefined;
  const message = error?.['message'];
  return {
    text: typeof message === 'string' ? failureText(redact(message)) : '',
    stop: 'refusal',
    usage: { input_tokens: 0, output_tokens: 0 },
    model,
  };
}

/** Returns the error that an answer with status 200 reports: an object in it, or the answer itself; undefined for any other answer. */
export function reportedError(answer: JsonObject | undefined): JsonObject | undefined {
  const { error, object, type, message } = answer ?? {};
  if (hasError(error)) return asObject(error) ?? answer;
  const isError = object === 'error' || type === 'error' || (typeof message === 'string' && statusIn(answer) > 0);
  return isError ? answer : undefined;
}

/** Returns true if this is an error. Some servers send an empty `error` with every answer. */
export function hasError(error: unknown): boolean {
  if (isObject(error)) return Object.values(error).some((value) => value !== null && value !== '');
  return error !== undefined && error !== null && error !== '' && error !== false;
}

/** Returns the server's message if its policy refuses the request. Throws the failure of any other error. */
export function refusalOfError(error: unknown, redact: (text: string) => string): string {
  const failure = failureOfError(error, redact);
  if (isPolicy(asObject(error))) return failure.message;
  throw failure;
}

/** Returns the failure that an error in an answer means, with the server's own message. */
export function failureOfError(error: unknown, redact: (text: string) => string): ProviderFailure {
  const { message, error: inner = error } = asObject(error) ?? {};
  const text = [message, inner].find((words) => typeof words === 'string') ?? beginningOf(error);
  return new ProviderFailure(kindOfError(asObject(error)), failureText(redact(text)) || attemptTexts.no_reason());
}

/** Returns the failure of an answer in another form than that of the protocol, with its beginning: it may say what is wrong. */
export function otherAnswer(message: string, body: unknown, redact: (text: string) => string): ProviderFailure {
  const sent = redact(beginningOf(body));
  return new ProviderFailure('broken_body', failureText(sent.trim() === '' ? message : `${message}: ${sent}`));
}

/** Returns the beginning of an answer as text: more of it than a message shows, so that no key is cut before it is redacted. */
function beginningOf(body: unknown): string {
  return (typeof body === 'string' ? body : (JSON.stringify(body) ?? '')).slice(0, 10_000);
}

/** Returns the kind of failure by the code of an error, its status or its type: an HTTP status, or the word of a server for it. */
export function kindOfError(error: JsonObject | undefined): FailureKind {
  const codes = [error?.['code'], error?.['status'], error?.['type']].map((code) => String(code ?? '').toLowerCase());
  if (codes.includes('insufficient_quota')) return 'not_allowed';
  const status = statusIn(error);
  if (status > 0) return kindOfStatus(status);
  const [known] = codes.flatMap((code) => kindsByWord.find(([words]) => words.test(code))?.[1] ?? []);
  return known ?? (/image|file/.test(codes[0] ?? '') ? 'bad_request' : 'server_error');
}

/** Returns the HTTP status of an error that an error names in one of the ways of servers; 0 if it names none. */
function statusIn(error: JsonObject | undefined): number {
  const codes = ['code', 'status', 'statusCode', 'status_code', 'type'].map((key) => error?.[key]);
  return Number(codes.find((code) => /^[45]\d\d$/.test(String(code))) ?? 0);
}

/** Throws `broken_body` for a message that is said to come from somebody other than the model. */
export function requireAssistant(role: unknown): void {
  if (foreignRoles.includes(role)) throw new ProviderFailure('broken_body', attemptTexts.other_role());
}

/** Roles of messages in requests. Servers name the role of the model in many ways. */
const foreignRoles: readonly unknown[] = ['user', 'system', 'developer', 'tool'];
