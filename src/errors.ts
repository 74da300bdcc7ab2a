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
  EVA_INPUT_UNUSED: { exit: 1, about: 'A required input never appears in the body.' },
  EVA_SKILL_ID: { exit: 1, about: 'The id cannot be the name of a skill.' },
  EVA_SKILL_DESCRIPTION: { exit: 1, about: 'The description does not fit a skill.' },
  EVA_NO_USE_WHEN: { exit: 1, about: 'The description does not say when to use the prompt.' },
  EVA_BODY_LENGTH: { exit: 1, about: 'The body is long enough to cost attention, or too long for a skill.' },
  EVA_BAD_ALIAS: { exit: 1, about: 'A line of an `aliases` file cannot be a shell verb.' },
  EVA_ALIAS_TAKEN: { exit: 1, about: 'Two prompts, or two lines, claim the same alias.' },
  EVA_OLD_NODE: { exit: 1, about: 'This Node is older than eva supports.' },
  EVA_DISK: { exit: 3, about: 'The disk would not do what was asked: full, read-only, or not permitted.' },
  EVA_ODD_FILE: { exit: 2, about: 'A file that eva keeps is a symbolic link, a device or a directory.' },
  EVA_LOG_TOO_LARGE: { exit: 2, about: 'A log or a recording is larger than eva is willing to read.' },
  EVA_BAD_RECORDING: { exit: 2, about: 'A line of a recording or a cached reply cannot be read.' },
  EVA_UNKNOWN_CHECK: { exit: 2, about: 'An `assert:` item names a check that does not exist.' },
  EVA_BAD_CHECK: { exit: 2, about: 'The value of a check is of the wrong kind, or makes a check that could never fail.' },
  EVA_BAD_REGEX: { exit: 2, about: 'A regular expression is wrong, or uses what eva cannot evaluate.' },
  EVA_BAD_SCHEMA: { exit: 2, about: 'A JSON Schema of a `json_schema` check cannot be used.' },
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
