import type { Place } from './problem.js';

export const statuses = ['draft', 'tested', 'ready'] as const;
export type Status = (typeof statuses)[number];

/** One declared variable of a prompt. `default` is the text that stands in when no value is given. */
export interface PromptInput {
  readonly name: string;
  readonly required: boolean;
  readonly default?: string;
  readonly description?: string;
  readonly at?: Place;
}

/** What a prompt needs for its next status. */
export interface PromotionRules {
  /** 0 unless set. */
  readonly min_uses?: number;
  /** true unless set. */
  readonly require_eval?: boolean;
  /** No limit unless set. */
  readonly max_age_days?: number;
  /** No limit unless set. */
  readonly max_failed_runs?: number;
  /** `corrected` decides attempt j at significance_level / (j (j + 1)). `named` unless set. */
  readonly tries?: 'named' | 'corrected';
}

/** The texts by which a prompt is found: what the trigger judge sees, and nothing of the body. */
export interface Routing {
  /** `description` of meta.yml, else its `summary`. */
  readonly description: string;
  readonly triggers: readonly string[];
  readonly not_for: readonly string[];
}

/** A prompt as its files describe it. */
export interface Prompt {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly status: Status;
  readonly version: string;
  readonly created: string;
  readonly updated: string;
  readonly model?: string;
  /** `description` as written, absent if the file has none. */
  readonly description?: string;
  readonly inputs: readonly PromptInput[];
  readonly routing: Routing;
  /** The rules of meta.yml. In a gathered prompt, those of eva.yml stand in for the ones that meta.yml leaves out. */
  readonly promotion: PromotionRules;
  /** prompt.xml with BOM removed and CRLF as LF. */
  readonly body: string;
  /** Absolute path of the prompt's directory. */
  readonly dir: string;
  /** Where keys of meta.yml stand, for problems found later. */
  readonly places: Readonly<Record<string, Place>>;
}
