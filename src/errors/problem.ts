import type { Place, Problem, Severity } from '#model/problem.js';
import type { ErrorCode } from './codes.js';
import { type SentenceKey, sentences } from './sentences/index.js';
import type { Text } from './sentences/table.js';

interface ProblemDetails {
  readonly at?: Place | undefined;
  readonly severity?: Severity | undefined;
}

type Sentences = typeof sentences;

/** The parameters of a sentence; null if the sentence takes none. */
export type ParamsOf<K extends SentenceKey> = Sentences[K] extends (params: infer P extends object) => Text ? P : null;

/**
 * Makes a problem of a sentence in `errors/sentences` and its parameters. `key` is the code, and after a colon the variant if the code has
 * several sentences: `EVA_BAD_RUN:other_run`. `params` is null for a sentence that takes none.
 */
export function problem<K extends SentenceKey>(key: K, params: ParamsOf<K>, details?: ProblemDetails): Problem;
/** Makes a problem of a message that is written where it is used. */
export function problem(
  code: ErrorCode,
  message: string,
  details?: ProblemDetails & { readonly hint?: string | undefined },
): Problem;
export function problem(
  key: string,
  given: object | string | null,
  { at, severity = 'error', hint: ownHint }: ProblemDetails & { readonly hint?: string | undefined } = {},
): Problem {
  const [code = key, variant] = key.split(':');
  if (typeof given === 'string')
    return { severity, code, message: given, ...(at && { at }), ...(ownHint !== undefined && { hint: ownHint }) };
  const { message, hint } = textOf(key as SentenceKey, given);
  return {
    severity,
    code,
    ...(variant !== undefined && { variant }),
    ...(given && { params: given }),
    message,
    ...(at && { at }),
    ...(hint !== undefined && { hint }),
  };
}

/** Returns the message and the hint of a sentence with its parameters filled in. */
export function textOf(key: SentenceKey, params: object | null): Text {
  const sentence = sentences[key] as Text | ((params: object) => Text);
  return typeof sentence === 'function' ? sentence(params ?? {}) : sentence;
}
