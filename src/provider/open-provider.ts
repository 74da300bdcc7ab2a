import type { ProviderConfig } from '#model/config.js';
import { redactor } from '#model/text/redact.js';
import type { RequireUnchanged } from './process/start-program.js';
import type { Provider } from './provider.js';
import {
  apiVersionOf,
  baseUrlOf,
  configOf,
  keyOf,
  originOf,
  type ProviderSettings,
  placesOf,
  requireKey,
  requireReachable,
} from './provider-settings.js';
import { keyVariables, providerKeys, secretsOf, withRedaction } from './secrets.js';
import { typeOf } from './types/index.js';
import type { CreateOptions } from './types/provider-type.js';
import { withBreaker } from './wrappers/breaker.js';
import { type CallAdmission, ProviderLimits, withAdmission, withLimits, withTimeout } from './wrappers/limits.js';
import { type RetryPolicy, withRetry } from './wrappers/retries.js';
import { firstSilenceMs, type Silence, SilenceWatch } from './wrappers/silence-watch.js';

export interface OpenOptions extends ProviderSettings {
  /** Absolute directory in which programs run: the library's root. */
  readonly cwd: string;
  readonly requireUnchanged?: RequireUnchanged | undefined;
  readonly retry: RetryPolicy;
  /** Maximum concurrent attempts of a provider whose entry does not set it. */
  readonly concurrency: number;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Admits each attempt; undefined without a budget. */
  readonly admission?: CallAdmission;
  /** Returns the limits of a provider that several runs share; undefined if this run has its own. */
  readonly limitsOf?: LimitsOf | undefined;
  /** Called when an attempt begins. It returns a function that is called when the attempt has ended. */
  readonly begin?: () => () => void;
  readonly onSilence?: (silence: Silence) => void;
}

/**
 * Returns a function that finds a provider by name. Opens each provider once, at its first use, so that its limits, retries and circuit
 * breaker apply to all calls together. Throws `EvaError` if a key is missing.
 */
export function openProviders(options: OpenOptions): (name: string) => Provider {
  const open = new Map<string, Provider>();
  return (name) => {
    const known = open.get(name);
    if (known) return known;
    const provider = openWrapped(name, configOf(name, options.configs), options);
    open.set(name, provider);
    return provider;
  };
}

/** Returns a function that loads the implementations of these providers once. */
export function loadOnce(names: readonly string[], providerOf: (name: string) => Provider): () => Promise<unknown> {
  let loaded: Promise<unknown> | undefined;
  return () => {
    loaded ??= Promise.all(names.map(async (name) => providerOf(name).load?.()));
    return loaded;
  };
}

/**
 * Returns the options for a provider's `create`. Throws `EvaError` if the provider needs a key that is not set, or if the base URL of the
 * environment is invalid.
 */
export function createOptionsOf(
  name: string,
  config: ProviderConfig,
  { env, configs, cwd, requireUnchanged }: ProviderSettings & Pick<OpenOptions, 'cwd' | 'requireUnchanged'>,
): CreateOptions {
  requireKey(name, config, env);
  requireReachable(name, config, env);
  const withheld = keyVariables(configs);
  const redact = redactor(secretsOf(env, withheld));
  const [apiKey, baseUrl] = [keyOf(config, env), baseUrlOf(config, env)];
  const apiVersion = apiVersionOf(config, env);
  const places = placesOf(config, env);
  return { name, config, apiKey, baseUrl, apiVersion, places, redact, env, withheld, cwd, requireUnchanged };
}

/**
 * Opens a provider in its wrappers, listed from the outside in: a call passes them from the top down, its reply from the bottom up. Around all of
 * them is `withReplies`, which asks only for replies that journal, cache and recordings lack. A call in a batch takes `openBatches` instead.
 */
function openWrapped(name: string, config: ProviderConfig, options: OpenOptions): Provider {
  const { admission, begin, env, now, onSilence } = options;
  const { longestRetryAfterMs, sleep } = options.retry;
  const { concurrency = options.concurrency, rpm, tpm } = config;
  const watch = onSilence && new SilenceWatch({ now, sleep, firstMs: firstSilenceMs(env), report: onSilence });
  const created = createOptionsOf(name, config, options);
  const retry = watch ? { ...options.retry, sleep: watch.sleep('retry') } : options.retry;
  const gateSleep = watch ? watch.sleep('gate') : sleep;
  const openLimits = () => new ProviderLimits({ concurrency, rpm, tpm, longestRetryAfterMs, now, sleep: gateSleep });
  const limits = options.limitsOf ? options.limitsOf(name, openLimits) : openLimits();
  const onPlaces = (allowed: number) => watch?.limited({ most: concurrency, now: allowed });
  const wrappers: readonly (((inner: Provider) => Provider) | undefined)[] = [
    watch && ((inner) => watch.calls(inner)), // reports that calls wait and nothing comes
    (inner) => withBreaker(inner, now), // makes no further call once the provider is down
    (inner) => withRetry(inner, retry, originOf(name, config, env)),
    admission && ((inner) => withAdmission(inner, admission)), // the budget: each attempt costs
    (inner) => withLimits(inner, limits, onPlaces), // concurrency, rates, and the pauses that the provider asks for
    watch && ((inner) => watch.attempts(inner)),
    begin && ((inner) => ({ ...inner, send: (request, sending) => inner.send(request, sending).finally(begin()) })),
    withTimeout, // of the attempt alone, without the wait for its place
  ];
  const provider = lazyProvider(name, async () => {
    const opened = await typeOf(config).create(created);
    return withRedaction(opened, redactor(providerKeys(env, created.withheld, opened.environment)));
  });
  return wrappers.reduceRight((inner, wrap) => wrap?.(inner) ?? inner, provider);
}

/** Returns the limits of a provider, by its name. Opens them if there are none yet. */
export type LimitsOf = (name: string, open: () => ProviderLimits) => ProviderLimits;

/** Returns a provider that is opened when it is first loaded or called. */
export function lazyProvider(name: string, open: () => Promise<Provider>): Provider {
  let opened: Promise<Provider> | undefined;
  const opening = () => {
    opened ??= open();
    return opened;
  };
  return {
    name,
    load: async () => (await opening()).load?.(),
    send: async (request, options) => (await opening()).send(request, options),
  };
}
