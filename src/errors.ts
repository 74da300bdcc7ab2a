import type { Place, Problem, Severity } from '#model/problem.js';

/** 1 something failed · 2 you must change something · 3 the world failed · 70 a bug in eva. */
export type ExitCode = 1 | 2 | 3 | 70;

/**
 * Every code that eva can print, with its exit code and what it means in one sentence.
 * docs/reference/errors.md has an entry per code; a test keeps the two equal.
 */
export const errorTable = {
  EVA_USAGE: { exit: 2, about: 'The command line names a command, flag or argument that eva does not take.' },
  EVA_NO_LIBRARY: { exit: 2, about: 'No library was found: no `prompts/` here or above.' },
  EVA_FOREIGN_LIBRARY: { exit: 2, about: 'The library above the working directory belongs to another user.' },
  EVA_UNKNOWN_PROMPT: { exit: 2, about: 'The library has no prompt with this id.' },
  EVA_BAD_ID: { exit: 2, about: 'A prompt id may not leave `prompts/` or hold odd characters.' },
  EVA_INPUT_UNUSED: { exit: 1, about: 'A required input never appears in the body.' },
  EVA_SKILL_ID: { exit: 1, about: 'The id cannot be the name of a skill.' },
  EVA_SKILL_DESCRIPTION: { exit: 1, about: 'The description does not fit a skill.' },
  EVA_NO_USE_WHEN: { exit: 1, about: 'The description does not say when to use the prompt.' },
  EVA_BODY_LENGTH: { exit: 1, about: 'The body is long enough to cost attention, or too long for a skill.' },
  EVA_BAD_ALIAS: { exit: 1, about: 'A line of an `aliases` file cannot be a shell verb.' },
  EVA_ALIAS_TAKEN: { exit: 1, about: 'Two prompts, or two lines, claim the same alias.' },
  EVA_ALIAS_HIDES: { exit: 1, about: 'An alias has the name of a built-in command of the shell.' },
  EVA_HIDDEN_CHARACTER: { exit: 1, about: 'A body holds characters that a model reads and nobody can see.' },
  EVA_LOOK_ALIKE: { exit: 1, about: 'A body holds letters that look like Latin letters but are not.' },
  EVA_STALE_EVIDENCE: { exit: 1, about: 'A prompt is called ready without a passing run of its files as they are.' },
  EVA_BAD_ROW: { exit: 1, about: 'A line of `.eval.jsonl` or `.attempts.jsonl` cannot be read.' },
  EVA_NO_PROMPTS: { exit: 1, about: 'The library holds no prompts, so there was nothing to check.' },
  EVA_OLD_NODE: { exit: 1, about: 'This Node is older than eva supports.' },
  EVA_DISK: { exit: 3, about: 'The disk would not do what was asked: full, read-only, or not permitted.' },
  EVA_ODD_FILE: { exit: 2, about: 'A file that eva keeps is a symbolic link, a device or a directory.' },
  EVA_LOG_TOO_LARGE: { exit: 2, about: 'A log or a recording is larger than eva is willing to read.' },
  EVA_BAD_RECORDING: {
    exit: 2,
    about: "A line of a prompt's recordings cannot be read, so its reply counts as missing.",
  },
  EVA_UNKNOWN_CHECK: { exit: 2, about: 'An `assert:` item names a check that does not exist.' },
  EVA_BAD_CHECK: {
    exit: 2,
    about: 'The value of a check is of the wrong kind, or makes a check that could never fail.',
  },
  EVA_BAD_REGEX: { exit: 2, about: 'A regular expression is wrong, or uses what eva cannot evaluate.' },
  EVA_BAD_SCHEMA: { exit: 2, about: 'A JSON Schema of a `json_schema` check cannot be used.' },
  EVA_META_EDIT: {
    exit: 2,
    about: 'The `status` and `updated` of a meta.yml are written so that they cannot be changed in place.',
  },
  EVA_TRUST_INSIDE: {
    exit: 2,
    about: 'The directory for trust lies inside the library, which could then trust itself.',
  },
  EVA_TRUST_FILE: { exit: 2, about: 'The file that records what is trusted cannot be relied on.' },
  EVA_UNTRUSTABLE: { exit: 2, about: 'A program cannot be trusted because a file that it names cannot be read.' },
  EVA_NO_FILE: { exit: 2, about: 'A file or folder that is named, or that every prompt has, is not there.' },
  EVA_NOT_A_FILE: { exit: 2, about: 'A directory, pipe or device stands where a file belongs.' },
  EVA_UNREADABLE: { exit: 2, about: 'A file is there and cannot be opened.' },
  EVA_TOO_LARGE: { exit: 2, about: 'A file is larger than eva is willing to read.' },
  EVA_NOT_UTF8: { exit: 2, about: 'A file holds bytes that are not UTF-8.' },
  EVA_OUTSIDE: { exit: 2, about: 'A path leads out of the library, by itself or through a symbolic link.' },
  EVA_HIDDEN_FILE: { exit: 2, about: 'A path has a part that begins with a dot, and the case does not allow that.' },
  EVA_NO_DIRECTORY: { exit: 2, about: 'The directory in which the command was started is gone.' },
  EVA_NO_EVAL_FILE: { exit: 2, about: 'The prompt has no eval.yml, so there is nothing to evaluate.' },
  EVA_YAML_SYNTAX: { exit: 2, about: 'A file is not valid YAML.' },
  EVA_YAML_TAB: { exit: 2, about: 'A line of a YAML file is indented with a tab.' },
  EVA_YAML_EMPTY: { exit: 2, about: 'A YAML file holds nothing but comments and white space.' },
  EVA_YAML_KEY: { exit: 2, about: 'A key of a YAML file is given twice, is not a text, or is a merge key.' },
  EVA_YAML_ALIAS: {
    exit: 2,
    about: 'An alias of a YAML file names no anchor above it, or stands inside what it names.',
  },
  EVA_YAML_TAG: { exit: 2, about: 'A YAML file uses a tag or a directive, which eva does not read.' },
  EVA_YAML_DOCUMENTS: { exit: 2, about: 'A YAML file holds more than one document.' },
  EVA_BAD_CHARACTER: { exit: 2, about: 'A file holds a control character, which nobody can see.' },
  EVA_YAML_NUMBER: { exit: 2, about: 'A number of a YAML file is infinite or not a number.' },
  EVA_YAML_LIMIT: { exit: 2, about: 'A YAML file is nested too deep, or grows too large when it is read.' },
  EVA_WRONG_TYPE: { exit: 2, about: 'A value is of the wrong kind: a list where a mapping belongs.' },
  EVA_UNKNOWN_KEY: { exit: 2, about: 'A key is not one that eva knows at this place.' },
  EVA_UNKNOWN_CRITERION: { exit: 2, about: 'A `criteria:` item names a criterion that does not exist.' },
  EVA_MISSING_KEY: { exit: 2, about: 'A key that must be there is not.' },
  EVA_EMPTY: { exit: 2, about: 'A text, list or mapping that must hold something is empty.' },
  EVA_OUT_OF_RANGE: { exit: 2, about: 'A number is too small or too large.' },
  EVA_BAD_VALUE: { exit: 2, about: 'A value is of the right kind, and not one that makes sense here.' },
  EVA_ONE_KEY: { exit: 2, about: 'An item that names one thing names several.' },
  EVA_MORE_PROBLEMS: { exit: 2, about: 'A file has more problems than are worth listing.' },
  EVA_ID_MISMATCH: { exit: 2, about: 'The `id` of a meta.yml is not the name of its folder.' },
  EVA_BAD_DATE: { exit: 2, about: 'A date is not a day of the calendar written as 2026-01-31.' },
  EVA_LIKELY_TYPO: { exit: 2, about: 'A key of a meta.yml is almost one that eva reads.' },
  EVA_BLANK_BODY: { exit: 2, about: 'A prompt.xml holds nothing.' },
  EVA_BAD_INPUT_NAME: { exit: 2, about: 'The name of an input cannot stand between the braces of a body.' },
  EVA_DUPLICATE_NAME: { exit: 2, about: 'Two inputs, or two cases, scenarios or queries, have the same name.' },
  EVA_REQUIRED_DEFAULT: { exit: 2, about: 'An input is required and has a default, which could never be used.' },
  EVA_NO_CASES: { exit: 2, about: 'An eval.yml holds no case, no scenario and no query: nothing would be evaluated.' },
  EVA_NO_MODEL: { exit: 2, about: 'Nothing says which model a case asks.' },
  EVA_UNUSED_JUDGE: { exit: 2, about: 'A case sets a judge and has no rubric to judge by.' },
  EVA_UNUSED_SETTING: { exit: 2, about: 'A case sets something that nothing in it uses.' },
  EVA_OLD_THRESHOLD: {
    exit: 2,
    about: "A judge's scale is set and its `pass_threshold` is not, so that of another scale decides.",
  },
  EVA_NOTHING_EXPECTED: { exit: 2, about: 'A case expects nothing of the response, so it could not fail.' },
  EVA_BAD_CRITERIA: { exit: 2, about: 'A criterion does not fit what it decides.' },
  EVA_BAD_THRESHOLD: { exit: 2, about: 'A threshold of a criterion is one that every value meets, or that none can.' },
  EVA_BAD_EXPECTED: { exit: 2, about: 'The rate that a case expects is not above the bar of one of its criteria.' },
  EVA_BAD_SCORE: { exit: 2, about: 'A score is off the scale of what it measures, so nothing is decided by it.' },
  EVA_BAD_RUBRIC: { exit: 2, about: 'The levels of a rubric are not whole, or two rubrics are for one behaviour.' },
  EVA_UNPROVABLE: { exit: 2, about: 'A criterion asks for a proportion of 1, which no sample can prove.' },
  EVA_UNDERPOWERED: { exit: 2, about: 'A criterion cannot pass with as many trials as its case asks for.' },
  EVA_NO_PRICE: { exit: 2, about: 'A criterion is on the cost of a model whose price is not known.' },
  EVA_NO_TOKENS: {
    exit: 2,
    about: 'A criterion is on tokens or their cost, and the model is a program whose replies have no count of them.',
  },
  EVA_CONTRADICTION: { exit: 2, about: 'Two checks or settings cannot both hold.' },
  EVA_MISSING_INPUT: { exit: 2, about: 'A case gives no value for a required input.' },
  EVA_UNKNOWN_INPUT: { exit: 2, about: 'A case gives an input that the prompt neither declares nor uses.' },
  EVA_INPUT_TWICE: { exit: 2, about: 'A case gives an input both as a value and as a file.' },
  EVA_UNDECLARED_INPUT: { exit: 2, about: 'The body uses an input that nothing declares and a case does not give.' },
  EVA_NO_KEY: { exit: 3, about: 'A model is to be called and there is no key for its provider.' },
  EVA_KEY_REFUSED: { exit: 3, about: 'The provider does not accept the key, or nobody is logged in.' },
  EVA_NOT_ALLOWED: {
    exit: 3,
    about: 'The provider accepts the key and forbids what was asked for, or asks for payment.',
  },
  EVA_BAD_REQUEST: { exit: 3, about: 'The provider refuses the request as it is.' },
  EVA_UNKNOWN_MODEL: { exit: 3, about: 'The provider does not know the model.' },
  EVA_NO_PROGRAM: { exit: 3, about: 'The program that gives the replies cannot be started.' },
  EVA_BAD_MODEL: { exit: 2, about: "A model's name has none of the forms that eva knows." },
  EVA_APP_TWICE: { exit: 2, about: 'A function is given as the application, and the scenario names another.' },
  EVA_NO_APP: { exit: 2, about: 'Nothing says what the user of a scenario talks to.' },
  EVA_NOT_DATA: { exit: 2, about: 'An object that a program hands over holds something that is no plain data.' },
  EVA_NOT_SUPPORTED: { exit: 2, about: 'The file asks for something that a later version of eva will do.' },
  EVA_NOTHING_TO_RESUME: { exit: 2, about: 'There is no run of the prompt that could be gone on with.' },
  EVA_RUN_CHANGED: { exit: 2, about: 'The prompt is not what it was when the run began that is to be gone on with.' },
  EVA_BAD_MERGE: {
    exit: 2,
    about: 'The folders that are to be merged do not hold each shard of a run once, whole and alike.',
  },
  EVA_NO_BATCH: { exit: 2, about: 'A run is to go in batches, and nothing of it can.' },
  EVA_BATCH_LATENCY: {
    exit: 2,
    about: 'A run is to go in batches, and a criterion is on a time, of which a batch reports none.',
  },
  EVA_UNKNOWN_BATCH: { exit: 3, about: 'The account does not know a batch whose replies a run waits for.' },
  EVA_UNKNOWN_RUN: { exit: 2, about: '`.eva/runs/` has no run of this name, or none at all.' },
  EVA_NEWER_JOURNAL: { exit: 2, about: 'The journal of a run belongs to a newer version of eva.' },
  EVA_BAD_JOURNAL: { exit: 3, about: "A line of a run's journal cannot be read, so its reply counts as missing." },
  EVA_RUN_IN_USE: { exit: 3, about: 'Another process works on the run.' },
  EVA_BAD_RUN: { exit: 3, about: 'The files of a stored run are missing, damaged, or do not fit each other.' },
  EVA_TOO_MANY_TRIALS: { exit: 2, about: 'The cases of a run ask for more trials than memory can hold.' },
  EVA_NOTHING_TO_RUN: { exit: 2, about: 'The prompt has no cases: a run that evaluates nothing is never green.' },
  EVA_UNKNOWN_CASE: { exit: 2, about: '`--case` names a case that the prompt does not have.' },
  EVA_NOT_TRUSTED: { exit: 2, about: 'The library names a program or a server that you have not allowed.' },
  EVA_PROGRAM_CHANGED: { exit: 3, about: 'A program that the library names changed during the run.' },
  EVA_TRUST_UNANSWERED: { exit: 2, about: '`eva trust` asks before it records, and nobody can answer.' },
  EVA_NO_RUBRIC: { exit: 3, about: 'The judge wrote no whole rubric for an expected behaviour.' },
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

  /** `message` stands in for that of the first error, for readers who see nothing but the message. */
  constructor(problems: readonly Problem[], options: { cause?: unknown; message?: string } = {}) {
    const first = problems.find((one) => one.severity === 'error');
    super(options.message ?? first?.message ?? 'no problem given', options);
    this.name = 'EvaError';
    this.problems = problems;
    this.exitCode = first ? exitCodeOf(first) : 70;
  }
}

/** What `read` returns; null where it throws an `EvaError`, so that one thing which cannot be read does not keep others from being. */
export function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof EvaError) return null;
    throw error;
  }
}

/** The exit code that belongs to a problem's code. */
export function exitCodeOf(one: Problem): ExitCode {
  const entry: { exit: ExitCode } | undefined = Object.hasOwn(errorTable, one.code)
    ? errorTable[one.code as ErrorCode]
    : undefined;
  return entry?.exit ?? 70;
}
