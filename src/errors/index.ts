import type { Place, Problem, Severity } from '#model/problem.js';
import { type ExitCode, exitCodeOf } from './codes.js';
import { type SentenceKey, sentences } from './sentences/index.js';
import type { Text } from './sentences/table.js';

export { type ErrorCode, type ExitCode, errorTable, exitCodeOf } from './codes.js';

interface ProblemDetails {
  readonly at?: Place | undefined;
  readonly severity?: Severity | undefined;
}

type Sentences = typeof sentences;

/** The parameters of a sentence; null if the sentence takes none. */
export type ParamsOf<K extends SentenceKey> = Sentences[K] extends (params: infer P extends object) => Text ? P : null;

/** The maximum length of a text in a problem, in UTF-16 units. A name from a file of a user can have any length. */
const longestText = 500;

/** Copies plain data and shortens its texts to `longestText`. */
function shortened<T>(value: T): T;
function shortened(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length <= longestText ? value : `${value.slice(0, longestText - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
  if (Array.isArray(value)) return value.map(shortened);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shortened(part)]));
}

/**
 * Makes a problem from a sentence of `errors/sentences` and its parameters. `key` is the code, followed by a colon and the variant if the
 * code has several sentences: `EVA_BAD_RUN:other_run`. `params` is null for a sentence without parameters. Shortens long texts.
 */
export function problem<K extends SentenceKey>(
  key: K,
  given: ParamsOf<K>,
  { at, severity = 'error' }: ProblemDetails = {},
): Problem {
  const [code = key, variant] = key.split(':');
  const params = shortened(given);
  const { message, hint, paste } = textOf(key, params);
  return {
    severity,
    code,
    ...(variant !== undefined && { variant }),
    ...(params && { params }),
    message,
    ...(at && { at: at.property === undefined ? at : { ...at, property: shortened(at.property) } }),
    ...(hint !== undefined && { hint }),
    ...(paste !== undefined && { paste }),
  };
}

/** Returns the message and the hint of a sentence with these parameters. */
export function textOf(key: SentenceKey, params: object | null): Text {
  const sentence = sentences[key] as Text | ((params: object) => Text);
  return typeof sentence === 'function' ? sentence(params ?? {}) : sentence;
}

/** An error that ends the command, with its problems and the exit code. */
export class EvaError extends Error {
  readonly problems: readonly Problem[];
  readonly exitCode: ExitCode;

  /** `message` replaces that of the first error, for readers who see only the message. */
  constructor(problems: readonly Problem[], options: { cause?: unknown; message?: string } = {}) {
    const first = problems.find((entry) => entry.severity === 'error');
    super(options.message ?? first?.message ?? 'no problem given', options);
    this.name = 'EvaError';
    this.problems = problems;
    this.exitCode = first ? exitCodeOf(first) : 70;
  }
}

/** Makes the error of one problem without a place. */
export function evaError<K extends SentenceKey>(key: K, params: ParamsOf<K>): EvaError {
  return new EvaError([problem(key, params)]);
}

/** A request that its server refuses. It ends the run, unless other requests of the same settings have brought a reply. */
export class RefusedRequest extends EvaError {
  /** Writes the refusal to the journal, once it is known to be one of this request alone. */
  keep: () => void = () => {};
}

/** Returns the result of `read`, or null if that throws an `EvaError`. Other errors are thrown. */
export function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof EvaError) return null;
    throw error;
  }
}
