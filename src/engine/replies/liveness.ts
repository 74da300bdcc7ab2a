import { EvaError, problem } from '#errors/index.js';
import type { Case } from '#model/case.js';
import type { LibraryConfig } from '#model/config.js';
import { uniqueBy } from '#model/data/collections.js';
import type { MissingKey } from '#model/run/notice.js';
import { modelsOf } from '#plan/evidence/case-evidence.js';
import { type ModelRoute, routeModel, routeTo } from '#provider/model-name.js';
import { hasKey, keyName, requireReachable } from '#provider/provider-settings.js';
import type { RunWorld } from '../run-options.js';
import { isCi } from './ci.js';

/** Lists the providers of the models of these cases, each once. */
export function routesOf(cases: readonly Case[], config: LibraryConfig): readonly ModelRoute[] {
  return routesTo(modelsOf(cases), config);
}

/** Lists the providers of these models, each once. */
export function routesTo(models: readonly string[], { providers }: LibraryConfig): readonly ModelRoute[] {
  const routes = models.map((model) => routeTo(model, providers));
  return uniqueBy(routes, (route) => route.provider);
}

/** Returns true if the run of a plan may call a model: it has calls, and no provider lacks a key. */
export function callsModels(
  { cases, calls }: { readonly cases: readonly Case[]; readonly calls: number },
  config: LibraryConfig,
  env: RunWorld['env'],
): boolean {
  return calls > 0 && routesOf(cases, config).every((route) => hasKey(route, env));
}

/** Whether a run calls models or replays recordings, and its providers. */
export interface Liveness {
  readonly isLive: boolean;
  /** The names of the providers of the run. */
  readonly providers: readonly string[];
  /** Providers without an API key, with the variable that should hold it. */
  readonly withoutKey: readonly MissingKey[];
}

/** Why recordings are not replayed: an option, CI, or missing rubrics under CI. */
type LiveReason = 'live' | 'ci' | 'ci_rubrics';

/** The source of replies that the options and the environment require. */
interface Wish {
  /** True if no model may be called. */
  readonly replay: boolean;
  /** Why recordings must not be replayed, which makes a missing key an error; false if they may be replayed. */
  readonly live: LiveReason | false;
}

/**
 * Reads the source of replies from options and environment. Under CI only `replay` replays recordings: a CI job without its key must not
 * pass with recordings.
 */
export function wishOf(replay: boolean, { live }: { readonly live?: boolean | undefined }, env: RunWorld['env']): Wish {
  return { replay, live: isCi(env) ? 'ci' : live === true && 'live' };
}

/**
 * Decides whether the run calls models. It does not with `--replay`, or if any provider lacks a key, since the calls to the other providers
 * would be wasted. Throws `EvaError` for a provider that cannot be reached with this environment, and for a missing key if recordings may not be replayed.
 */
export function decideLiveness(routes: readonly ModelRoute[], { replay, live }: Wish, env: RunWorld['env']): Liveness {
  const providers = routes.map(({ provider }) => provider);
  if (replay) return { isLive: false, providers, withoutKey: [] };
  for (const { provider, config } of routes) requireReachable(provider, config, env);
  const keyless = routes.filter((route) => !hasKey(route, env));
  const withoutKey = keyless.map((route) => missingKey(route, env));
  if (live && withoutKey.length > 0) throw noLiveKey(withoutKey, live);
  return { isLive: keyless.length === 0, providers, withoutKey };
}

function missingKey(route: ModelRoute, env: RunWorld['env']): MissingKey {
  const variable = keyName(route);
  return { provider: route.provider, variable, isEmpty: Object.hasOwn(env, variable) && env[variable] !== undefined };
}

function noLiveKey(withoutKey: Liveness['withoutKey'], why: LiveReason): EvaError {
  return new EvaError(withoutKey.map((missing) => problem('EVA_NO_KEY:live', { ...missing, why })));
}

/** Makes the error (EVA_NO_KEY) of a run that has neither a key nor recordings. */
export function noKeyError(withoutKey: Liveness['withoutKey'], recordings: string): EvaError {
  return new EvaError(
    withoutKey.map(({ provider, variable }) => problem('EVA_NO_KEY:no_recordings', { provider, variable, recordings })),
  );
}

/** Returns the variable that should hold the key of the model's provider, if it is needed and missing; undefined if not. */
export function variableWithoutKey(model: string, config: LibraryConfig, env: RunWorld['env']): string | undefined {
  const result = routeModel(model, config.providers);
  return 'route' in result && !hasKey(result.route, env) ? keyName(result.route) : undefined;
}
