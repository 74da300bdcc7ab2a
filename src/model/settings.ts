import type { JsonObject, JsonValue } from './data/json.js';
import type { Place } from './problem.js';
import type { ModelOptions } from './reply/exchange.js';

/** The settings of a model: seconds and tokens. `temperature` is sent only if it is set. */
export interface ModelSettings {
  readonly model: string;
  /** Where the file names the model. */
  readonly at?: Place;
  readonly timeout_s: number;
  readonly max_tokens: number;
  readonly temperature?: number;
}

/** The settings of the model under test. */
export interface SubjectSettings extends ModelSettings, ModelOptions {
  /** Keys for the body of a request, by the type of the provider. Merged into it as they are. */
  readonly extra?: Readonly<Record<string, JsonObject>>;
}

export interface EmbeddingSettings {
  readonly model: string;
  readonly at?: Place;
  readonly timeout_s: number;
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

export interface BehaviorJudge extends ModelSettings {
  readonly scale: Scale;
  /** How many times eva asks the judge: odd, 1 or more. The median counts. */
  readonly votes: number;
}

export interface JudgeSettings extends BehaviorJudge {
  readonly pass_threshold: number;
}

/** A criterion as a file writes it: its name and its parameters. */
export interface CriterionSpec {
  /** `every_trial`, or the name of a statistical criterion such as `proportion_gte`. */
  readonly criterion: string;
  readonly params: Readonly<Record<string, JsonValue>>;
  /** Overrides the level of the case. */
  readonly significance_level?: number;
  readonly at?: Place;
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
