import { types } from 'node:util';

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
