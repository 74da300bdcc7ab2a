import type { Provider } from './documents.gen.js';
import type { PromotionRules } from './prompt.js';
import type { ReportTarget } from './run/report-target.js';

/** An entry of `providers:` in eva.yml. */
export interface ProviderConfig extends Readonly<Omit<Provider, 'command'>> {
  readonly command?: readonly string[];
}

/** USD per million tokens. */
export interface Price {
  readonly input: number;
  readonly output: number;
  /** The price of all tokens of a request whose prompt has more tokens than `above_tokens`. Only built-in prices have it. */
  readonly long?: { readonly above_tokens: number; readonly input: number; readonly output: number };
  /** The date of eva's price table, if the price comes from it; absent for prices of eva.yml. */
  readonly built_in?: string;
}

/** Prices by the name that a model has at its provider. */
export type Prices = Readonly<Record<string, Price>>;

/** A model without a price in eva.yml and without a built-in one where its calls go. */
export interface UnpricedModel {
  /** The name at the provider. */
  readonly model: string;
  /** Its price at the official server; null if eva knows none. */
  readonly listed: Pick<Price, 'input' | 'output'> | null;
  /** The environment variable that names another server than the official one; null if that is not why the model has no price. */
  readonly variable: string | null;
}

/** The budget of one run. The run stops before the call that would exceed it. */
export interface Budget {
  readonly max_calls?: number;
  readonly max_cost_usd?: number;
}

/** The settings of eva.yml, with defaults for missing keys. */
export interface LibraryConfig {
  readonly concurrency: number;
  readonly providers: Readonly<Record<string, ProviderConfig>>;
  /** The prices of eva.yml; those of a planned run also have built-in prices of its models. */
  readonly prices: Prices;
  /** The models of a planned run that have no price, for hints. */
  readonly unpriced?: readonly UnpricedModel[];
  /** Empty if there is no limit. */
  readonly budget: Budget;
  /** Whether a run uses `.eva/cache` if the command line has no `--cache` or `--no-cache`. */
  readonly cache: boolean;
  /** The promotion rules of all prompts. A prompt's meta.yml overrides them. */
  readonly promotion: PromotionRules;
  /** The reports of every run, with paths relative to the library. Absent without any. */
  readonly reports?: readonly ReportTarget[];
}
