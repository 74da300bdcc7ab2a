import type { JsonObject } from '../data/json.js';
import type { Place } from '../problem.js';
import type { ModelOptions } from '../reply/model-options.js';

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
