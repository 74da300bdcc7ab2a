import { attemptTexts } from '#errors/failures/attempt.js';
import { isObject } from '#model/data/json.js';
import { type FailureKind, failureText, ProviderFailure } from '../failure.js';
import { kindOfStatus } from './http-failure.js';
import { asObject } from './json-shape.js';

/** The kinds of failures by the code of the error. Any other code is an error of the server. */
const kinds: Readonly<Record<string, FailureKind>> = {
  rate_limit_exceeded: 'rate_limited',
  data_residency_mismatch: 'not_allowed',
};

/** Codes of errors that are a refusal of the request by the server's policy. */
const policies: readonly unknown[] = [
  'invalid_prompt',
  'bio_policy',
  'misalignment_policy_violation',
  'image_content_policy_violation',
  'content_filter',
];

/** Returns true if an answer with status 200 reports an error. Some servers send an empty `error` with every answer. */
export function hasError(error: unknown): boolean {
  if (isObject(error)) return Object.values(error).some((value) => value !== null && value !== '');
  return error !== undefined && error !== null && error !== '' && error !== false;
}

/** Returns the server's message if its policy refuses the request. Throws the failure of any other error. */
export function refusalOfError(error: unknown, redact: (text: string) => string): string {
  const { code, message = typeof error === 'string' ? error : undefined } = asObject(error) ?? {};
  const text = failureText(redact(typeof message === 'string' ? message : attemptTexts.no_reason()));
  if (policies.includes(code)) return text;
  throw new ProviderFailure(kindOfError(code), text);
}

function kindOfError(code: unknown): FailureKind {
  if (typeof code === 'number' && code >= 400 && code <= 599) return kindOfStatus(code);
  if (typeof code !== 'string') return 'server_error';
  const ofFile = /image|file/.test(code) ? 'bad_request' : 'server_error';
  return Object.hasOwn(kinds, code) ? (kinds[code] ?? ofFile) : ofFile;
}

/** Throws `broken_body` for a message that is said to come from somebody other than the model. */
export function requireAssistant(role: unknown): void {
  if (foreignRoles.includes(role)) throw new ProviderFailure('broken_body', attemptTexts.other_role());
}

/** Roles of messages in requests. Servers name the role of the model in many ways. */
const foreignRoles: readonly unknown[] = ['user', 'system', 'developer', 'tool'];
