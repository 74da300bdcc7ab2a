import type { ProviderConfig } from '#model/config.js';
import { unreachable } from '#model/data/unreachable.js';
import { redactor } from '#model/text/redact.js';
import type { RequireUnchanged } from '#process/start-program.js';
import type { Admission } from './admission.js';
import type { AnthropicConfig } from './anthropic/client.js';
import { createAnthropic } from './anthropic/messages.js';
import { firstSilenceMs } from './limits/first-silence.js';
import { type Silence, SilenceWatch } from './limits/silence-watch.js';
import { withLimits } from './limits/with-limits.js';
import { withTimeout } from './limits/with-timeout.js';
import { createOpenai } from './openai.js';
import { createClaudeCli } from './programs/claude-cli.js';
import { createCommand } from './programs/command.js';
import type { Provider } from './provider.js';
import {
  baseUrlOf,
  configOf,
  keyName,
  keyOf,
  type ProviderSettings,
  programEnvironmentOf,
  requireBaseUrl,
  requireKey,
} from './provider-settings.js';
import type { RetryPolicy } from './retry/retry-policy.js';
import { withBreaker } from './retry/with-breaker.js';
import { withRetry } from './retry/with-retry.js';
import { keyVariables, providerKeys, secretsOf } from './secrets.js';
import { withAdmission } from './with-admission.js';
import { withRedaction } from './with-redaction.js';

export interface OpenOptions extends ProviderSettings {
  /** Absolute directory in which programs run: the library's root. */
  readonly cwd: string;
  /** Called before each start of a program. */
  readonly requireUnchanged?: RequireUnchanged | undefined;
  readonly retry: RetryPolicy;
  /** Attempts in hand at a time, for providers that say nothing else. */
  readonly concurrency: number;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Is asked before each attempt; undefined where nothing bounds them. */
  readonly admission?: Admission;
  /** Is called when an attempt has its turn and is made; what it returns, when that has ended. */
  readonly begin?: () => () => void;
  /** Called when a provider does not answer. */
  readonly onSilence?: (silence: Silence) => void;
}

/**
 * Providers by name, each made at its first use with its time limit, its limits, its retries and the breaker that gives it up, and then
 * kept: they hold over all calls. Throws `EvaError` where a key is needed and there is none.
 */
export function openProviders(options: OpenOptions): (name: string) => Provider {
  const open = new Map<string, Provider>();
  return (name) => {
    const known = open.get(name);
    if (known) return known;
    const provider = wrap(name, configOf(name, options.configs), options);
    open.set(name, provider);
    return provider;
  };
}

/** Loads what each of these providers takes for its first attempt, the first time that it is called; resolves once that is there. */
export function loadOnce(names: readonly string[], providerOf: (name: string) => Provider): () => Promise<unknown> {
  let loaded: Promise<unknown> | undefined;
  return () => {
    loaded ??= Promise.all(names.map(async (name) => providerOf(name).load?.()));
    return loaded;
  };
}

/** How a provider of type `anthropic` is reached; undefined for one of another type. Throws `EvaError` where there is no key. */
export function anthropicConfig(
  name: string,
  { env, configs }: ProviderSettings,
): (AnthropicConfig & { readonly config: ProviderConfig }) | undefined {
  const config = configOf(name, configs);
  if (config.type !== 'anthropic') return undefined;
  requireKey(name, config, env);
  requireBaseUrl(config, env);
  const redact = redactor(secretsOf(env, keyVariables(configs)));
  return { name, config, apiKey: keyOf(config, env) ?? '', baseUrl: baseUrlOf(config, env), redact };
}

function wrap(name: string, config: ProviderConfig, options: OpenOptions): Provider {
  const { admission, begin, env, now, onSilence } = options;
  const { longestRetryAfterMs, sleep } = options.retry;
  const watch = onSilence && new SilenceWatch({ now, sleep, firstMs: firstSilenceMs(env), tell: onSilence });
  requireKey(name, config, env);
  requireBaseUrl(config, env);
  const programEnv = programEnvironmentOf(config, options);
  const redact = redactor(secretsOf(env, keyVariables(options.configs)));
  const redactReply = redactor(providerKeys(env, keyVariables(options.configs), programEnv));
  const provider = withRedaction(create(name, config, options, programEnv, redact), redactReply);
  const { concurrency = options.concurrency, rpm, tpm } = config;
  const timed = withTimeout(provider);
  const made = begin ? watched(timed, begin) : timed;
  const followed = watch ? watch.attempts(made) : made;
  const gateSleep = watch ? watch.sleep('gate') : sleep;
  const limited = withLimits(followed, { concurrency, rpm, tpm, longestRetryAfterMs, now, sleep: gateSleep });
  const admitted = admission ? withAdmission(limited, admission, 'lost') : limited;
  const retry = watch ? { ...options.retry, sleep: watch.sleep('retry') } : options.retry;
  const persistent = withBreaker(withRetry(admitted, retry, keyName({ config })), now);
  return watch ? watch.calls(persistent) : persistent;
}

function watched(provider: Provider, begin: () => () => void): Provider {
  return { ...provider, send: (request, options) => provider.send(request, options).finally(begin()) };
}

function create(
  name: string,
  config: ProviderConfig,
  { env, cwd, requireUnchanged }: OpenOptions,
  programEnv: Readonly<Record<string, string>>,
  redact: (text: string) => string,
): Provider {
  const apiKey = keyOf(config, env);
  const baseUrl = baseUrlOf(config, env);
  const programOf = (argv: readonly string[]) => {
    return { argv, cwd, env: programEnv, redact, beforeStart: () => requireUnchanged?.(argv, cwd) };
  };
  switch (config.type) {
    case 'anthropic':
      return createAnthropic({ name, apiKey: apiKey ?? '', baseUrl, redact });
    case 'openai':
      return createOpenai({ name, apiKey, baseUrl, redact });
    case 'claude-cli':
      return createClaudeCli({ name, ...programOf(config.command ?? ['claude']) });
    case 'command':
      return createCommand({ name, ...programOf(config.command ?? []) });
    default:
      return unreachable(config.type);
  }
}
