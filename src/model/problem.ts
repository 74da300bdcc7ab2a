import { types } from 'node:util';
import { type ErrorCode, type ExitCode, exitCodeOf } from './codes.js';
import { short } from './text/quoted.js';

/** The place of a problem in a file. Lines and columns count from 1; `source` is the whole line, `length` the marked width. */
export interface Place {
  /** Path relative to the library root, with forward slashes. */
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
  readonly source?: string;
  readonly length?: number;
  /** For an object of a program: the property, such as `then[0].criteria.median_gte`. `file` is then the name of the object. */
  readonly property?: string;
}

export type Severity = 'error' | 'warning';

/** A problem of a user's files or flags, as data. `eva doctor` lists problems; other commands throw them. */
export interface Problem {
  readonly severity: Severity;
  readonly code: string;
  /** Selects one of the sentences of the code: `other_run`. */
  readonly variant?: string;
  readonly message: string;
  readonly at?: Place;
  /** How to fix it: an imperative. */
  readonly hint?: string;
  /** Lines that the hint tells to write into a file, or a command, as they can be pasted. */
  readonly paste?: string;
  /** What a repair needs to know, as data: `doctor --fix` reads it. */
  readonly fix?: Readonly<Record<string, unknown>>;
}

/** The result of reading a file: the value, if it could be made, and every problem. */
export interface Loaded<T> {
  readonly value: T | null;
  readonly problems: readonly Problem[];
}

/** Returns true if at least one problem is an error. */
export function hasErrors(problems: readonly Problem[]): boolean {
  return problems.some((problem) => problem.severity === 'error');
}

/** Removes repetitions of a problem at one place, which prompts with the same cases share. Keeps all problems without a place. */
export function withoutRepetitions(problems: readonly Problem[]): readonly Problem[] {
  const seen = new Set<string>();
  return problems.filter((one) => {
    const key = JSON.stringify(one);
    if (!one.at) return true;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/**
 * Returns true for an error, also for one of another realm: test runners such as jest run programs in a context of their own, where
 * errors of `node:fs` are no instances of `Error`.
 */
export function isError(thrown: unknown): thrown is Error {
  return types.isNativeError(thrown) || Object.prototype.toString.call(thrown) === '[object DOMException]';
}

/** Returns the message of an error, and anything else that was thrown as a text. */
export function messageOf(thrown: unknown): string {
  return isError(thrown) ? thrown.message : String(thrown);
}

/** Returns the code of an error of Node, such as `ENOENT`; undefined for any other. */
export function errorCode(thrown: unknown): string | undefined {
  return isError(thrown) && 'code' in thrown ? String(thrown.code) : undefined;
}

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
function shortened<T>(value: T): T;

function shortened(value: unknown): unknown {
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
