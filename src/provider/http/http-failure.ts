import { attemptTexts } from '#errors/failures/attempt.js';
import type { JsonObject } from '#model/data/json.js';
import { type FailureKind, failureText, ProviderFailure, type WantedTokenLimit } from '../failure.js';
import type { Answer } from './http-post.js';
import { asAnswer, asObject, parseJson } from './json-shape.js';

const kinds: Readonly<Record<number, FailureKind>> = {
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
  answer: Answer,
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
  return kinds[status] ?? (status >= 500 ? 'server_error' : 'no_api');
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
