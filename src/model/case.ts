import type { JsonValue } from './data/json.js';
import type { Place } from './problem.js';
import type { Routing } from './prompt.js';
import type { OnTimeout } from './reply/exchange.js';
import type { WritingStyles } from './writing-style.js';

/** How a model is asked. Seconds, tokens; `temperature` is sent only where it is set. */
export interface ModelSettings {
  readonly model: string;
  /** Where the model's name stands. */
  readonly at?: Place;
  readonly timeout_s: number;
  readonly max_tokens: number;
  readonly temperature?: number;
}

/** Where a file names a model. */
export interface ModelMention {
  readonly model: string;
  readonly at: Place;
}

/** Whole numbers, the worst and the best. */
export interface Scale {
  readonly min: number;
  readonly max: number;
}

/** How the judge of an expected behaviour is asked. */
export interface BehaviorJudge extends ModelSettings {
  readonly scale: Scale;
  /** How many times the judge is asked; the median counts. Odd, 1 or more. */
  readonly votes: number;
}

export interface JudgeSettings extends BehaviorJudge {
  readonly pass_threshold: number;
}

/** What each score of a scale means, by the score as a text: every whole number from the worst to the best. */
export type RubricLevels = Readonly<Record<string, string>>;

/** What is put the question to: the prompt itself, the trigger judge, or an application in conversation. */
export type Subject = PromptSubject | TriggerSubject | ConversationSubject;

export interface PromptSubject {
  readonly kind: 'prompt';
  /** Value of each input, as the exact text that goes into the body. */
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
  /** The user's situation, with the values of inputs put in; so is `when`. */
  readonly given: string;
  /** What the user sets out to do. */
  readonly when: string;
  /** Value of each input of the prompt, which is the system prompt where the application is a model. */
  readonly inputs: Readonly<Record<string, string>>;
  /** User messages at most. */
  readonly max_turns: number;
  readonly app: App;
  readonly user_simulator: ModelSettings;
  /** What each user's style is drawn from; null for users without one. */
  readonly writing_style: WritingStyles | null;
  /** Of the styles that are drawn. */
  readonly seed: number;
}

/** What the simulated user talks to. */
export type App = ModelApp | OwnApp;

/** The prompt as the system prompt of a model. */
export interface ModelApp {
  readonly app: 'model';
  readonly settings: ModelSettings;
}

/** An application that is no model of eva's. `timeout_s`: seconds that it may take for one response. */
export type OwnApp = CommandApp | FunctionApp;

/** A program: one process for each conversation. */
export interface CommandApp {
  readonly app: 'command';
  readonly argv: readonly string[];
  /** Names of environment variables that it gets beside the ordinary ones. */
  readonly env: readonly string[];
  readonly timeout_s: number;
  readonly at?: Place;
}

/** A function that is handed to the run. */
export interface FunctionApp {
  readonly app: 'function';
  readonly timeout_s: number;
}

/** How the model under test is asked; null where no model of eva's is under test. */
export function modelUnderTest(subject: Subject): ModelSettings | null {
  if (subject.kind === 'trigger') return null;
  if (subject.kind === 'prompt') return subject.settings;
  return subject.app.app === 'model' ? subject.app.settings : null;
}

/** Seconds that one response may take. */
export function responseTimeout(subject: Subject): number {
  if (subject.kind !== 'conversation') return subject.settings.timeout_s;
  return subject.app.app === 'model' ? subject.app.settings.timeout_s : subject.app.timeout_s;
}

/** One item of `assert:`. `value` is what the file says, with files that it names already read. */
export interface CheckSpec {
  readonly op: string;
  readonly value: JsonValue;
  readonly at?: Place;
}

export interface RubricSpec {
  readonly text: string;
  readonly judge: JudgeSettings;
  readonly at?: Place;
}

/** How one value per trial is obtained: names and data, never functions. */
export type Grader =
  | {
      readonly grader: 'trial_passes';
      readonly params: { readonly checks: readonly CheckSpec[]; readonly rubric?: RubricSpec };
    }
  | { readonly grader: 'trigger'; readonly params: Record<string, never> }
  | { readonly grader: 'metric'; readonly params: MetricFacts }
  | { readonly grader: 'expected_behavior'; readonly params: BehaviorSpec };

/** What is known of a metric before anything is measured: enough to decide by, wherever its function is. */
export interface MetricFacts {
  /** As files name it: `per_turn.response_latency`. */
  readonly metric: string;
  readonly scope: 'per_turn' | 'per_conversation';
  readonly unit: string;
  /** The smallest value that can occur. */
  readonly least: number;
  /** The largest value that can occur in this case; null where nothing bounds it. */
  readonly cap: number | null;
}

/** What the application should do, in words, and who scores it. */
export interface BehaviorSpec {
  readonly text: string;
  readonly judge: BehaviorJudge;
  /** null as long as it is not written. */
  readonly rubric: RubricLevels | null;
}

export interface CriterionSpec {
  /** `every_trial`, or a name of STATISTICS such as `proportion_gte`. */
  readonly criterion: string;
  readonly params: Readonly<Record<string, JsonValue>>;
  readonly significance_level?: number;
  readonly at?: Place;
}

export interface Expectation {
  readonly about: string;
  readonly grader: Grader;
  readonly criteria: readonly CriterionSpec[];
  readonly at?: Place;
}

/** One question with what we expect of the answer. The same thing whether it was written in YAML or in TypeScript. */
export interface Case {
  /** Unique over cases, scenarios and triggering queries: `small-file`, a title, or `should_match: TEXT`. */
  readonly name: string;
  readonly subject: Subject;
  /** Trials at most. */
  readonly sample_size: number;
  /** True where the file asks for a sequential test. */
  readonly sequential: boolean;
  /** Whether trials end once it is settled whether the case passes. */
  readonly stop_early: boolean;
  /** Set only if it differs from the default that `onTimeoutOf` gives. */
  readonly timeouts?: OnTimeout;
  /** The true rate of passing trials that is planned for, between the bar and 1. */
  readonly expected?: number;
  readonly expectations: readonly Expectation[];
  readonly at?: Place;
}

/** True if a statistical test decides a case, or a part of it: it has a criterion other than `every_trial`. */
export function isStatistical({ expectations }: Pick<Case, 'expectations'>): boolean {
  return expectations.some(({ criteria }) => criteria.some(({ criterion }) => criterion !== 'every_trial'));
}

/** Returns what a timeout means in a case: its own setting, else `fail` if a statistical test decides it, else `ask_again`. */
export function onTimeoutOf(one: Pick<Case, 'expectations' | 'timeouts'>): OnTimeout {
  return one.timeouts ?? (isStatistical(one) ? 'fail' : 'ask_again');
}

/** True if eva replaces slow answers in a case although a statistical test decides it. */
export function replacesSlowAnswers(one: Pick<Case, 'expectations' | 'timeouts'>): boolean {
  return isStatistical(one) && onTimeoutOf(one) === 'ask_again';
}

/** What stands in the order of a case's criteria, such as verdicts, parted by its expectations. */
export function byExpectation<T>({ expectations }: Case, ofCriteria: readonly T[]): readonly (readonly T[])[] {
  let seen = 0;
  return expectations.map(({ criteria }) => {
    seen += criteria.length;
    return ofCriteria.slice(seen - criteria.length, seen);
  });
}
