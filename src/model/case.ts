import type { Dataset } from './dataset.js';
import { checksOfGrader, type Grader, isJudgedAlone, type ValueReference } from './grader.js';
import type { Place, Problem } from './problem.js';
import { problem } from './problem.js';
import type { Routing } from './prompt.js';
import type { MediaPath, OnTimeout } from './reply/exchange.js';
import type { CriterionSpec, ModelSettings, SubjectSettings, WritingStyles } from './settings.js';
import { nearest } from './text/nearest.js';
import { quoted, short } from './text/quoted.js';

/** The thing under test: a prompt, the trigger judge, or an application in a conversation. */
export type Subject = PromptSubject | TriggerSubject | ConversationSubject;

export interface PromptSubject {
  readonly kind: 'prompt';
  /** The value of each input, as the exact text that eva inserts into the body. */
  readonly inputs: Readonly<Record<string, string>>;
  /** The files of inputs that a message takes as files, by the name of the input. Absent without any. */
  readonly files?: Readonly<Record<string, MediaPath>>;
  /** Messages that follow those of the body. With a text body, the body is then the system prompt. Absent without any. */
  readonly messages?: readonly CaseMessage[];
  readonly settings: SubjectSettings;
}

/** A message that a case adds. Its texts are sent as they are. */
export interface CaseMessage {
  readonly role: 'user' | 'assistant';
  readonly content: CaseText | readonly CasePart[];
}

/** A text, or the values of an item that it is made of. */
export type CaseText = string | ValueReference;

export type CasePart = { readonly text: CaseText } | { readonly file: MediaPath | { readonly input: string } };

export interface TriggerSubject {
  readonly kind: 'trigger';
  readonly query: string;
  /** True for `should_match`, false for `should_not_match`. */
  readonly should_match: boolean;
  readonly routing: Routing;
  readonly settings: ModelSettings;
}

/** A simulated user who talks to an application. */
export interface ConversationSubject {
  readonly kind: 'conversation';
  /** The user's situation, with the values of inputs inserted. */
  readonly given: string;
  /** The user's goal, with the values of inputs inserted. */
  readonly when: string;
  /** The value of each input of the prompt. The prompt is the system prompt if the application is a model. */
  readonly inputs: Readonly<Record<string, string>>;
  /** The files of inputs that a message of the body takes as files. Absent without any. */
  readonly files?: Readonly<Record<string, MediaPath>>;
  /** The maximum number of user messages. */
  readonly max_turns: number;
  readonly app: App;
  readonly user_simulator: ModelSettings;
  /** The styles to draw from; null if users have no style. */
  readonly writing_style: WritingStyles | null;
  /** The seed of the style draws. */
  readonly seed: number;
}

/** The application that the simulated user talks to. */
export type App = ModelApp | OwnApp;

/** A model whose system prompt is the prompt. */
export interface ModelApp {
  readonly app: 'model';
  readonly settings: SubjectSettings;
}

/** An application of the user. `timeout_s` is the time limit of one response, in seconds. */
export type OwnApp = CommandApp | FunctionApp;

/** A program. eva starts one process per conversation. */
export interface CommandApp {
  readonly app: 'command';
  readonly argv: readonly string[];
  /** Names of environment variables that eva passes to it, besides the usual ones. */
  readonly env: readonly string[];
  readonly timeout_s: number;
  readonly at?: Place;
}

/** A function that the caller of the library passes. */
export interface FunctionApp {
  readonly app: 'function';
  readonly timeout_s: number;
}

/** Returns the settings of the model under test; null if no model is under test. */
export function modelUnderTest(subject: Subject): SubjectSettings | null {
  if (subject.kind === 'trigger') return null;
  if (subject.kind === 'prompt') return subject.settings;
  return subject.app.app === 'model' ? subject.app.settings : null;
}

/** Returns the time limit of one response, in seconds. */
export function responseTimeout(subject: Subject): number {
  if (subject.kind !== 'conversation') return subject.settings.timeout_s;
  return subject.app.app === 'model' ? subject.app.settings.timeout_s : subject.app.timeout_s;
}

/** Returns the word for trials that pass: items of a data set are right, unless a judge alone says so. */
export function passWord(
  { dataset }: Pick<Case, 'dataset'>,
  { grader }: Pick<Expectation, 'grader'>,
): 'right' | 'passed' {
  return dataset && !isJudgedAlone(grader) ? 'right' : 'passed';
}

export interface Expectation {
  readonly about: string;
  readonly grader: Grader;
  readonly criteria: readonly CriterionSpec[];
  readonly at?: Place;
}

/** One question and the expectations of its answer: the same data for files and for cases written in TypeScript. */
export interface Case {
  /** Unique among cases, scenarios and triggering queries: `small-file`, a title, or `should_match: TEXT`. */
  readonly name: string;
  readonly subject: Subject;
  /** The maximum number of trials. */
  readonly sample_size: number;
  /** True if the file asks for a sequential test. */
  readonly sequential: boolean;
  /** True if trials stop as soon as the outcome is certain. */
  readonly stop_early: boolean;
  /**
   * True in a run that collects all trials of a case that may stop early, such as a shard: slices and classes keep the tests that hold at any
   * stop. Absent otherwise.
   */
  readonly collects_all?: true;
  /** The effect of a timeout; set only if it differs from the default of `onTimeoutOf`. */
  readonly timeouts?: OnTimeout;
  /** The expected true pass rate, between the bar and 1. Power is computed for it. */
  readonly expected?: number;
  readonly expectations: readonly Expectation[];
  /** True for a case that is shown and not judged: it has no expectations. Absent otherwise. */
  readonly look?: true;
  /** The data set whose items are asked; absent if one input is asked again and again. */
  readonly dataset?: Dataset;
  readonly at?: Place;
}

/** Returns true if a check of the case asks for a refusal. A refusal then does not fail the trial by itself. */
export function expectsRefusal({ expectations }: Pick<Case, 'expectations'>): boolean {
  return expectations.some(({ grader }) => checksOfGrader(grader).some(({ op }) => op === 'refuses'));
}

/** Returns true if a case has a statistical criterion: any other than `every_trial`. */
export function isStatistical({ expectations }: Pick<Case, 'expectations'>): boolean {
  return expectations.some(({ criteria }) => criteria.some(({ criterion }) => criterion !== 'every_trial'));
}

/** Returns the effect of a timeout in a case: its own setting, else `fail` with statistical criteria and `ask_again` without. */
export function onTimeoutOf(one: Pick<Case, 'expectations' | 'timeouts'>): OnTimeout {
  return one.timeouts ?? (isStatistical(one) ? 'fail' : 'ask_again');
}

/** Returns true if eva retries calls that time out in a case with statistical criteria, which biases their data. */
export function replacesSlowAnswers(one: Pick<Case, 'expectations' | 'timeouts'>): boolean {
  return isStatistical(one) && onTimeoutOf(one) === 'ask_again';
}

/** Returns true if slices and classes need tests that hold at any stop. The file decides that, not the run or the number of items asked. */
export function needsAnytimeTests({
  stop_early,
  sequential,
  collects_all,
}: Pick<Case, 'stop_early' | 'sequential' | 'collects_all'>): boolean {
  return stop_early || sequential || collects_all === true;
}

/** Groups a flat per-criterion list (for example verdicts) by expectation. */
export function byExpectation<T>({ expectations }: Case, ofCriteria: readonly T[]): readonly (readonly T[])[] {
  let seen = 0;
  return expectations.map(({ criteria }) => {
    seen += criteria.length;
    return ofCriteria.slice(seen - criteria.length, seen);
  });
}

/** Returns true if a program made the case: its place is a property of an object, not a line of a file. */
export function isOfProgram({ at }: Case): boolean {
  return at?.property !== undefined;
}

/** Makes the problem of a name that no case has. */
export function unknownCase(name: string, cases: readonly string[], at?: Place): Problem {
  const meant = nearest(name, cases);
  return problem('EVA_UNKNOWN_CASE', `there is no case ${quoted(name)}`, {
    hint: meant === undefined ? `the cases are: ${cases.map(short).join(', ')}` : `did you mean ${quoted(meant)}?`,
    at,
  });
}
