import type { Place, Problem, Severity } from '#model/problem.js';

/** 1 something failed · 2 you must change something · 3 the world failed · 70 a bug in eva. */
export type ExitCode = 1 | 2 | 3 | 70;

/**
 * Every code that eva can print, with its exit code and what it means in one sentence.
 * docs/errors.md has an entry per code; a test keeps the two equal.
 */
export const errorTable = {
  EVA_NO_LIBRARY: { exit: 2, about: 'No library was found: no `prompts/` here or above.' },
  EVA_UNKNOWN_PROMPT: { exit: 2, about: 'The library has no prompt with this id.' },
  EVA_BAD_ID: { exit: 2, about: 'A prompt id may not leave `prompts/` or hold odd characters.' },
  EVA_INTERNAL: { exit: 70, about: 'A bug in eva.' },
} as const satisfies Record<string, { exit: ExitCode; about: string }>;

export type ErrorCode = keyof typeof errorTable;

interface ProblemDetails {
  readonly at?: Place | undefined;
  readonly hint?: string | undefined;
  readonly severity?: Severity;
}

/** A problem as data. `message` says what and where, `hint` what to do. */
export function problem(code: ErrorCode, message: string, details: ProblemDetails = {}): Problem {
  const { at, hint, severity = 'error' } = details;
  return { severity, code, message, ...(at && { at }), ...(hint !== undefined && { hint }) };
}

/** Ends the command: carries problems and the exit code that they ask for. */
export class EvaError extends Error {
  readonly problems: readonly Problem[];
  readonly exitCode: ExitCode;

  constructor(problems: readonly Problem[], options?: { cause?: unknown }) {
    const first = problems.find((one) => one.severity === 'error');
    super(first?.message ?? 'no problem given', options);
    this.name = 'EvaError';
    this.problems = problems;
    this.exitCode = first ? exitCodeOf(first) : 70;
  }
}

/** The exit code that belongs to a problem's code. */
export function exitCodeOf(one: Problem): ExitCode {
  const entry: { exit: ExitCode } | undefined = Object.hasOwn(errorTable, one.code)
    ? errorTable[one.code as ErrorCode]
    : undefined;
  return entry?.exit ?? 70;
}
