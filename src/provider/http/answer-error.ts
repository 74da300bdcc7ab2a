import { attemptTexts } from '#errors/failures/attempt.js';
import { isObject, type JsonObject } from '#model/data/json.js';
import type { ModelRequest, Reply } from '#model/reply/exchange.js';
import { type FailureKind, failureText, ProviderFailure } from '../failure.js';
import { kindOfStatus } from './http-failure.js';
import type { Answer } from './http-post.js';
import { asObject, parseJson } from './json-shape.js';

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
  /^(?:invalid_prompt|(?:image_)?content_policy_violation|bio_policy|misalignment_policy_violation|content_filter)$/;

/** Returns true for an error that is a refusal of the request by the server's policy. */
function isPolicy(error: JsonObject | undefined): boolean {
  return [error?.['code'], error?.['type']].some((code) => typeof code === 'string' && policies.test(code));
}

/**
 * Returns the reply to a prompt that a server refuses by its policy with status 400; undefined for any other error. The text is the server's
 * message. No model has answered: the reply has no tokens.
 */
export function refusedPrompt(
  { status, text }: Answer,
  { model }: ModelRequest,
  redact: (text: string) => string,
): Omit<Reply, 'latency_s'> | undefined {
  const body = status === 400 ? asObject(parseJson(text)) : undefined;
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

/** Returns the error that an answer with status 200 reports at its top; undefined for any other answer. */
export function reportedError(answer: JsonObject | undefined): unknown {
  const { error, object, type } = answer ?? {};
  return hasError(error) ? error : object === 'error' || type === 'error' ? answer : undefined;
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
  const { message = typeof error === 'string' ? error : undefined } = asObject(error) ?? {};
  const text = failureText(redact(typeof message === 'string' ? message : attemptTexts.no_reason()));
  return new ProviderFailure(kindOfError(asObject(error)), text);
}

/** Returns the kind of failure by the code of an error, its status or its type: an HTTP status, or the word of a server for it. */
export function kindOfError(error: JsonObject | undefined): FailureKind {
  const codes = [error?.['code'], error?.['status'], error?.['type']].map((code) => String(code ?? '').toLowerCase());
  if (codes.includes('insufficient_quota')) return 'not_allowed';
  const status = Number(codes.find((code) => /^[45]\d\d$/.test(code)) ?? 0);
  if (status > 0) return kindOfStatus(status);
  const [known] = codes.flatMap((code) => kinds.find(([words]) => words.test(code))?.[1] ?? []);
  return known ?? (/image|file/.test(codes[0] ?? '') ? 'bad_request' : 'server_error');
}

/** Throws `broken_body` for a message that is said to come from somebody other than the model. */
export function requireAssistant(role: unknown): void {
  if (foreignRoles.includes(role)) throw new ProviderFailure('broken_body', attemptTexts.other_role());
}

/** Roles of messages in requests. Servers name the role of the model in many ways. */
const foreignRoles: readonly unknown[] = ['user', 'system', 'developer', 'tool'];
