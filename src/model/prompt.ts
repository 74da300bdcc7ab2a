import type { Place } from './problem.js';

export const statuses = ['draft', 'tested', 'ready'] as const;
export type Status = (typeof statuses)[number];

/** One declared variable of a prompt. `default` is used if a case gives no value. */
export interface PromptInput {
  readonly name: string;
  readonly required: boolean;
  readonly default?: string;
  readonly description?: string;
  readonly at?: Place;
}

/** The conditions for a prompt's next status. */
export interface PromotionRules {
  /** Default: 0. */
  readonly min_uses?: number;
  /** Default: true. */
  readonly require_eval?: boolean;
  /** Default: no limit. */
  readonly max_age_days?: number;
  /** Default: no limit. */
  readonly max_failed_runs?: number;
  /** `corrected` decides attempt j at significance_level / (j (j + 1)). Default: `named`. */
  readonly tries?: 'named' | 'corrected';
}

/** The texts that the trigger judge sees. It does not see the body. */
export interface Routing {
  /** `description` of meta.yml, or its `summary` if there is none. */
  readonly description: string;
  readonly triggers: readonly string[];
  readonly not_for: readonly string[];
}

/** A prompt, read from its files. */
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
  /** The rules of meta.yml. Once the library is read, missing keys come from eva.yml. */
  readonly promotion: PromotionRules;
  /** The text of prompt.xml without BOM, CRLF replaced by LF. */
  readonly body: string;
  /** Absolute path of the prompt's directory. */
  readonly dir: string;
  /** The places of the keys of meta.yml, for problems that are found later. */
  readonly places: Readonly<Record<string, Place>>;
}
