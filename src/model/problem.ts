/** Where in a file a problem lies. Lines and columns count from 1; `source` is the whole line, `length` the marked width. */
export interface Place {
  /** Path relative to the library root, with forward slashes. */
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
  readonly source?: string;
  readonly length?: number;
  /** For an object of a program instead of a file, its property: `then[0].criteria.median_gte`. `file` names the object then. */
  readonly property?: string;
}

export type Severity = 'error' | 'warning';

/** Something a person must know about their files or flags: data, so that `doctor` can list it and `eval` can throw it. */
export interface Problem {
  readonly severity: Severity;
  readonly code: string;
  /** Tells the sentences of one code apart: `other_run`. */
  readonly variant?: string;
  /** The data that its sentence is made of. */
  readonly params?: object;
  readonly message: string;
  readonly at?: Place;
  /** What to do about it. */
  readonly hint?: string;
}

/** What a reader of files returns: the value if it could be made, and every problem met on the way. */
export interface Loaded<T> {
  readonly value: T | null;
  readonly problems: readonly Problem[];
}

/** True if any of the problems must stop a run. */
export function hasErrors(problems: readonly Problem[]): boolean {
  return problems.some((problem) => problem.severity === 'error');
}
