import { type ErrorCode, type ExitCode, exitCodeOf } from '../codes.js';
import type { Place, Problem, Severity } from '../problem.js';
import { short } from '../text/quoted.js';

export { type ErrorCode, type ExitCode, errorTable, exitCodeOf } from '../codes.js';

/** What to do about a problem, and where it is. */
interface ProblemDetails extends Pick<Problem, 'fix'> {
  /** An imperative, with the exact text to type where there is one. */
  readonly hint?: string | undefined;
  readonly paste?: string | undefined;
  readonly at?: Place | undefined;
  readonly severity?: Severity | undefined;
}

/** A code, and after a colon the variant if the code has several messages. */
type Key = ErrorCode | `${ErrorCode}:${string}`;

/** Copies plain data and shortens its texts. */
export function shortened<T>(value: T): T;

export function shortened(value: unknown): unknown {
  if (typeof value === 'string') return short(value);
  if (Array.isArray(value)) return value.map(shortened);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shortened(part)]));
}

/**
 * Makes a problem. `key` is the code, followed by a colon and the variant if the code has several messages: `EVA_BAD_RUN:other_run`. Text
 * of users, models and files enters `message` and `hint` through `quoted` or `short` only.
 */
export function problem(key: Key, message: string, details: ProblemDetails = {}): Problem {
  const [code = key, variant] = key.split(':');
  const { severity = 'error', hint, paste, at, fix } = details;
  return {
    severity,
    code,
    ...(variant !== undefined && { variant }),
    message,
    ...(at && { at: shortPlace(at) }),
    ...(hint !== undefined && { hint }),
    ...(paste !== undefined && { paste }),
    ...(fix && { fix: shortened(fix) }),
  };
}

function shortPlace(at: Place): Place {
  return at.property === undefined ? at : { ...at, property: short(at.property) };
}

/** Returns a problem that was found without a place at the place where it is. */
export function placed({ severity, code, variant, message, ...details }: Problem, at: Place | undefined): Problem {
  return {
    severity,
    code,
    ...(variant !== undefined && { variant }),
    message,
    ...(at && { at: shortPlace(at) }),
    ...details,
  };
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

/** Makes the error of one problem. */
export function evaError(key: Key, message: string, details: ProblemDetails = {}): EvaError {
  return new EvaError([problem(key, message, details)]);
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
