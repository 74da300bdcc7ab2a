import type { PromotionRules } from './prompt.js';

/** An entry of `providers:` in eva.yml. */
export interface ProviderConfig {
  readonly type: 'anthropic' | 'openai' | 'claude-cli' | 'command';
  readonly base_url?: string;
  /** Name of the environment variable that holds the key. */
  readonly api_key_env?: string;
  /** For `command`: program and arguments. */
  readonly command?: readonly string[];
  /** Whether the server can be forced to call a tool; for `openai` only, true unless said otherwise. */
  readonly tools?: boolean;
  readonly concurrency?: number;
  /** Requests per minute. */
  readonly rpm?: number;
  /** Tokens per minute, read and written. */
  readonly tpm?: number;
}

/** USD per million tokens. */
export interface Price {
  readonly input: number;
  readonly output: number;
}

/** What one run may spend. It stops before the call that would pass it. */
export interface Budget {
  readonly max_calls?: number;
  readonly max_tokens?: number;
  readonly max_cost_usd?: number;
}

/** eva.yml, with what it leaves out filled in. */
export interface LibraryConfig {
  readonly concurrency: number;
  readonly providers: Readonly<Record<string, ProviderConfig>>;
  readonly prices: Readonly<Record<string, Price>>;
  /** Empty for no bound. */
  readonly budget: Budget;
  /** Whether replies are taken from and kept in `.eva/cache` where the command line does not say. */
  readonly cache: boolean;
  /** What each prompt needs for its next status where its meta.yml does not say. */
  readonly promotion: PromotionRules;
}
