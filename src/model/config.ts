import type { Provider } from './documents.gen.js';
import type { PromotionRules } from './prompt.js';

/** An entry of `providers:` in eva.yml. */
export interface ProviderConfig extends Readonly<Omit<Provider, 'command'>> {
  readonly command?: readonly string[];
}

/** USD per million tokens. */
export interface Price {
  readonly input: number;
  readonly output: number;
}

/** The budget of one run. The run stops before the call that would exceed it. */
export interface Budget {
  readonly max_calls?: number;
  readonly max_tokens?: number;
  readonly max_cost_usd?: number;
}

/** The settings of eva.yml, with defaults for missing keys. */
export interface LibraryConfig {
  readonly concurrency: number;
  readonly providers: Readonly<Record<string, ProviderConfig>>;
  readonly prices: Readonly<Record<string, Price>>;
  /** Empty if there is no limit. */
  readonly budget: Budget;
  /** Whether a run uses `.eva/cache` if the command line has no `--cache` or `--no-cache`. */
  readonly cache: boolean;
  /** The promotion rules of all prompts. A prompt's meta.yml overrides them. */
  readonly promotion: PromotionRules;
}
