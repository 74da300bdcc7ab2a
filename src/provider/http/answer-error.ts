import { attemptTexts } from '#errors/failures/attempt.js';
import { isObject, type JsonObject } from '#model/data/json.js';
import type { ModelRequest, Reply } from '#model/reply/exchange.js';
import { type FailureKind, failureText, ProviderFailure } from '../failure.js';
import { kindOfStatus } from './http-failure.js';
import type { Answer } from './http-post.js';
import { asAnswer, asObject, parseJson } from './json-shape.js';

/** The kinds of failures by the words of servers for them, in small letters. Any other error is one of the server. */
const kinds: readonly (readonly [words: RegExp, kind: FailureKind])[] = [
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
  { status, text }: Answer,
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
  const [known] = codes.flatMap((code) => kinds.find(([words]) => words.test(code))?.[1] ?? []);
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
