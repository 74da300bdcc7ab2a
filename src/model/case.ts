import type { JsonValue } from './json.js';
import type { Place } from './problem.js';
import type { Routing } from './prompt.js';

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

export interface JudgeSettings extends ModelSettings {
  readonly scale: { readonly min: number; readonly max: number };
  readonly pass_threshold: number;
  /** How many times the judge is asked; the median counts. Odd, 1 or more. */
  readonly votes: number;
}

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

export interface ConversationSubject {
  readonly kind: 'conversation';
  readonly given: string;
  readonly when: string;
  readonly max_turns: number;
  readonly settings: ModelSettings;
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
  | { readonly grader: 'metric'; readonly params: { readonly metric: string } }
  | {
      readonly grader: 'expected_behavior';
      readonly params: { readonly text: string; readonly scale: { readonly min: number; readonly max: number } };
    };

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
  /** The true rate of passing trials that is planned for, between the bar and 1. */
  readonly expected?: number;
  readonly expectations: readonly Expectation[];
  readonly at?: Place;
}
