import type { ProviderConfig } from '#model/config.js';
import { nextTurn } from '#model/data/collections.js';
import { redactor } from '#model/text/redact.js';
import { routeTo } from './model-name.js';
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
import { Breaker } from './wrappers/breaker.js';
import type { AttemptOrigin } from './wrappers/fatal-failures.js';
import { type CallAdmission, ProviderLimits, withAdmission, withLimits, withTimeout } from './wrappers/limits.js';
import { type RetryPolicy, withRetry } from './wrappers/retries.js';
import { firstSilenceMs, type Silence, SilenceWatch } from './wrappers/silence-watch.js';

/** How the providers of a command are opened. */
export interface LaneOptions extends ProviderSettings {
  /** Absolute directory in which programs run: the library's root. */
  readonly cwd: string;
  readonly requireUnchanged?: RequireUnchanged | undefined;
  readonly retry: RetryPolicy;
  /** Maximum concurrent attempts of a provider whose entry does not set it. */
  readonly concurrency: number;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  readonly onSilence?: ((silence: Silence) => void) | undefined;
}

/** What one run adds to the calls of its providers. */
export interface RunCalls {
  /** Admits each attempt; undefined without a budget. */
  readonly admission?: CallAdmission;
  /** Called when an attempt begins. It returns a function that is called when the attempt has ended. */
  readonly begin?: () => () => void;
}

/**
 * The providers of a command, each opened at its first use: its connection, places, rates and pauses, its breaker and the watch over its silence
 * are those of all runs together.
 */
export class ProviderLanes {
  readonly #options: LaneOptions;
  readonly #lanes = new Map<string, Lane>();
  /** The trials that have not made their first call yet, by the provider of that call. */
  readonly #held = new Map<string, number>();
  #onFree = () => {};

  constructor(options: LaneOptions) {
    this.#options = options;
  }

  /** Returns a function that finds a provider of a run by name. It throws `EvaError` if a key is missing. */
  of(run: RunCalls): (name: string) => Provider {
    const wrapped = new Map<string, Provider>();
    return (name) => {
      const provider = wrapped.get(name) ?? this.#laneOf(name).wrap(run);
      wrapped.set(name, provider);
      return provider;
    };
  }

  /** Returns the number of calls that a provider may answer at the same time. */
  placesOf(name: string): number {
    return (
      this.#lanes.get(name)?.places() ?? configOf(name, this.#options.configs).concurrency ?? this.#options.concurrency
    );
  }

  /** Returns true if a call to this provider would have a place at once. */
  isFree(name: string): boolean {
    return (this.#lanes.get(name)?.calls ?? 0) + (this.#held.get(name) ?? 0) < this.placesOf(name);
  }

  /** Holds a place for the first call of a trial. Returns a function that gives it back; further calls of it do nothing. */
  hold(name: string): () => void {
    this.#held.set(name, (this.#held.get(name) ?? 0) + 1);
    let isHeld = true;
    return () => {
      if (isHeld) this.#held.set(name, (this.#held.get(name) ?? 0) - 1);
      isHeld = false;
    };
  }

  /** Sets the function to call whenever a place may have become free. */
  onFree(wake: () => void): void {
    this.#onFree = wake;
  }

  /** Returns the number of calls that a provider is answering. */
  inFlight(): number {
    return [...this.#lanes.values()].reduce((sum, { attempts }) => sum + attempts, 0);
  }

  /** Returns true if no further call to this model is made, or without a model, if that is so for any. */
  isDown(model?: string): boolean {
    if (model === undefined) return [...this.#lanes.values()].some(({ breaker }) => breaker.isDown());
    const { provider } = routeTo(model, this.#options.configs);
    return this.#lanes.get(provider)?.breaker.isDown(model) === true;
  }

  #laneOf(name: string): Lane {
    const lane =
      this.#lanes.get(name) ??
      new Lane(name, configOf(name, this.#options.configs), this.#options, () => this.#onFree());
    this.#lanes.set(name, lane);
    return lane;
  }
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
  { env, configs, cwd, requireUnchanged }: ProviderSettings & Pick<LaneOptions, 'cwd' | 'requireUnchanged'>,
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

/** One provider of a command. */
class Lane {
  readonly breaker: Breaker;
  /** The number of calls that have begun and have no reply yet, those that wait for a place or a retry included. */
  calls = 0;
  /** The number of attempts that the provider is answering. */
  attempts = 0;
  readonly #provider: Provider;
  readonly #limits: ProviderLimits;
  readonly #watch: SilenceWatch | undefined;
  readonly #retry: RetryPolicy;
  readonly #origin: AttemptOrigin;
  readonly #ceiling: number;
  readonly #onFree: () => void;

  constructor(name: string, config: ProviderConfig, options: LaneOptions, onFree: () => void) {
    const { env, now, onSilence, retry } = options;
    const { longestRetryAfterMs, sleep } = retry;
    const { concurrency = options.concurrency, rpm, tpm } = config;
    const watch = onSilence && new SilenceWatch({ now, sleep, firstMs: firstSilenceMs(env), report: onSilence });
    const created = createOptionsOf(name, config, options);
    this.#watch = watch;
    this.#retry = watch ? { ...retry, sleep: watch.sleep('retry') } : retry;
    const gateSleep = watch ? watch.sleep('gate') : sleep;
    this.#limits = new ProviderLimits({ concurrency, rpm, tpm, longestRetryAfterMs, now, sleep: gateSleep });
    this.breaker = new Breaker(name, now);
    this.#origin = originOf(name, config, env);
    this.#ceiling = concurrency;
    this.#onFree = onFree;
    this.#provider = lazyProvider(name, async () => {
      const opened = await typeOf(config).create(created);
      return withRedaction(opened, redactor(providerKeys(env, created.withheld, opened.environment)));
    });
  }

  places(): number {
    return this.#limits.places.count;
  }

  /**
   * Wraps the provider for the calls of one run, listed from the outside in: a call passes the wrappers from the top down, its reply from the bottom
   * up. Around all of them is `withReplies`, which asks only for replies that journal, cache and recordings lack. A call in a batch takes
   * `openBatches` instead.
   */
  wrap({ admission, begin }: RunCalls): Provider {
    const watch = this.#watch;
    const onPlaces = (allowed: number) => watch?.limited({ most: this.#ceiling, now: allowed });
    const wrappers: readonly (((inner: Provider) => Provider) | undefined)[] = [
      (inner) => this.#counting(inner), // says when a place becomes free
      watch && ((inner) => watch.calls(inner)), // reports that calls wait and nothing comes
      (inner) => this.breaker.wrap(inner), // makes no further call once the provider is down
      (inner) => withRetry(inner, this.#retry, this.#origin),
      admission && ((inner) => withAdmission(inner, admission)), // the budget: each attempt costs
      (inner) => withLimits(inner, this.#limits, onPlaces), // concurrency, rates, and the pauses that the provider asks for
      watch && ((inner) => watch.attempts(inner)),
      (inner) => this.#begun(inner, begin),
      withTimeout, // of the attempt alone, without the wait for its place
    ];
    return wrappers.reduceRight((inner, wrap) => wrap?.(inner) ?? inner, this.#provider);
  }

  #counting(inner: Provider): Provider {
    return {
      ...inner,
      send: async (request, sending) => {
        this.calls += 1;
        try {
          return await inner.send(request, sending);
        } finally {
          this.calls -= 1;
          this.#onFree();
        }
      },
    };
  }

  #begun(inner: Provider, begin: RunCalls['begin']): Provider {
    return {
      ...inner,
      send: async (request, sending) => {
        const end = begin?.();
        this.attempts += 1;
        try {
          const reply = await inner.send(request, sending);
          await nextTurn(); // replies that came with this one are timed before it is worked on
          return reply;
        } finally {
          this.attempts -= 1;
          end?.();
        }
      },
    };
  }
}

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
