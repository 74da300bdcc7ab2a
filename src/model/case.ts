import type { CriterionSpec } from './criterion-spec.js';
import type { JsonValue } from './data/json.js';
import type { Dataset, FieldReference } from './dataset.js';
import type { Place } from './problem.js';
import type { Routing } from './prompt.js';
import type { OnTimeout } from './reply/exchange.js';

export type { CriterionSpec } from './criterion-spec.js';

/** The settings of a model: seconds and tokens. `temperature` is sent only if it is set. */
export interface ModelSettings {
  readonly model: string;
  /** Where the file names the model. */
  readonly at?: Place;
  readonly timeout_s: number;
  readonly max_tokens: number;
  readonly temperature?: number;
}

/** The name of a model in a file, and its place. */
export interface ModelMention {
  readonly model: string;
  readonly at: Place;
}

/** A scale of whole numbers, from the worst to the best. */
export interface Scale {
  readonly min: number;
  readonly max: number;
}

/** The settings of the judge of an expected behaviour. */
export interface BehaviorJudge extends ModelSettings {
  readonly scale: Scale;
  /** How many times eva asks the judge: odd, 1 or more. The median counts. */
  readonly votes: number;
}

export interface JudgeSettings extends BehaviorJudge {
  readonly pass_threshold: number;
}

/** The description of each score, by the score as a text: every whole number of the scale. */
export type RubricLevels = Readonly<Record<string, string>>;

/** The thing under test: a prompt, the trigger judge, or an application in a conversation. */
export type Subject = PromptSubject | TriggerSubject | ConversationSubject;

export interface PromptSubject {
  readonly kind: 'prompt';
  /** The value of each input, as the exact text that eva inserts into the body. */
  readonly inputs: Readonly<Record<string, string>>;
  readonly settings: ModelSettings;
}

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
  readonly settings: ModelSettings;
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
export function modelUnderTest(subject: Subject): ModelSettings | null {
  if (subject.kind === 'trigger') return null;
  if (subject.kind === 'prompt') return subject.settings;
  return subject.app.app === 'model' ? subject.app.settings : null;
}

/** Returns the time limit of one response, in seconds. */
export function responseTimeout(subject: Subject): number {
  if (subject.kind !== 'conversation') return subject.settings.timeout_s;
  return subject.app.app === 'model' ? subject.app.settings.timeout_s : subject.app.timeout_s;
}

/**
 * One item of `assert:`. `value` is the value in the file, with the content of the files that it names. In a case on a data set it may be,
 * or be a list with, references to fields of an item.
 */
export interface CheckSpec {
  readonly op: string;
  readonly value: JsonValue;
  readonly at?: Place;
}

export interface RubricSpec {
  readonly text: string;
  /** A text that the judge sees beside the response, or the field that has it. */
  readonly reference?: string | FieldReference;
  readonly judge: JudgeSettings;
  readonly at?: Place;
}

/** How eva computes the value of a trial: names and data, never functions. */
export type Grader =
  | {
      readonly grader: 'trial_passes';
      readonly params: { readonly checks: readonly CheckSpec[]; readonly rubric?: RubricSpec };
    }
  | { readonly grader: 'trigger'; readonly params: Record<string, never> }
  | { readonly grader: 'metric'; readonly params: MetricFacts }
  | { readonly grader: 'class'; readonly params: ClassSpec }
  | { readonly grader: 'expected_behavior'; readonly params: BehaviorSpec };

/** The facts of a metric that a decision needs. They are data, so that a stored run is decided without the metric's function. */
export interface MetricFacts {
  /** Its name in files: `per_turn.response_latency`. */
  readonly metric: string;
  readonly scope: 'per_turn' | 'per_conversation';
  readonly unit: string;
  /** The smallest possible value. */
  readonly least: number;
  /** The largest possible value in this case; null if there is no bound. */
  readonly cap: number | null;
}

/** How a class is read from a response, and compared with the expected one. */
export interface ClassSpec {
  readonly expected: FieldReference | string;
  /** The JSON pointer of the class in the response; absent for the whole response without white space at both ends. */
  readonly at?: string;
  /** All classes. */
  readonly of: readonly string[];
  readonly ignore_case: boolean;
  /** The number of kept items, and the greatest number of asked ones, that expect each class, in the order of `of`. */
  readonly kept: readonly number[];
  readonly asked: readonly number[];
}

/** The expected behaviour of the application in words, and the judge that scores it. */
export interface BehaviorSpec {
  readonly text: string;
  /** A text that the judge sees beside the conversation, or the field that has it. */
  readonly reference?: string | FieldReference;
  readonly judge: BehaviorJudge;
  /** null until the judge has written it. */
  readonly rubric: RubricLevels | null;
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
  /** The data set whose items are asked; absent if one input is asked again and again. */
  readonly dataset?: Dataset;
  readonly at?: Place;
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

/** The dimensions in which simulated users differ. Each is drawn independently. */
export const styleAxes = ['proficiency', 'tone', 'verbosity', 'formality'] as const;
export type StyleAxis = (typeof styleAxes)[number];

/** The style of one simulated user. */
export type WritingStyle = Readonly<Record<StyleAxis, string>>;

/** The styles to draw from, per axis. A single entry fixes the axis. */
export type WritingStyles = Readonly<Record<StyleAxis, readonly string[]>>;

/** The default styles, worded as instructions for a model. */
export const defaultStyles: WritingStyles = {
  proficiency: [
    'a beginner who knows no technical terms',
    'somebody with little experience of such things',
    'an ordinary user with some experience',
    'a practised user who knows the usual terms',
    'an expert who uses precise terms',
  ],
  tone: ['friendly', 'neutral', 'impatient', 'worried', 'frustrated', 'sceptical'],
  verbosity: [
    'a few words, no full sentences',
    'one short sentence',
    'two or three sentences',
    'a paragraph with some background',
    'a long account with details that do not matter',
  ],
  formality: [
    'slang and abbreviations, no capitals',
    'casual, with small typing mistakes',
    'plain everyday language',
    'polite and correct',
    'formal, as in a business letter',
  ],
};
