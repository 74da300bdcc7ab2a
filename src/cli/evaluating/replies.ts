import { EvaError, problem } from '#errors.js';
import type { Case } from '#model/case.js';
import type { LibraryConfig } from '#model/config.js';
import { onceBy } from '#model/once.js';
import { modelsOf } from '#plan/case-evidence.js';
import { type ModelRoute, routeTo } from '#provider/model-name.js';
import { hasKey, keyName, requireBaseUrl } from '#provider/open-provider.js';
import type { Io } from '../io.js';

/** Every provider that the cases lead to, once. */
export function routesOf(cases: readonly Case[], config: LibraryConfig): readonly ModelRoute[] {
  return routesTo(modelsOf(cases), config);
}

/** Every provider that these models lead to, once. */
export function routesTo(models: readonly string[], { providers }: LibraryConfig): readonly ModelRoute[] {
  const routes = models.map((model) => routeTo(model, providers));
  return onceBy(routes, (route) => route.provider);
}

/** Whether a run calls models, or plays recordings. */
export interface Liveness {
  readonly isLive: boolean;
  /** The names of those that are called then. */
  readonly providers: readonly string[];
  /** Providers that cannot be called because there is no key, each with the variable that would hold it. */
  readonly withoutKey: readonly { readonly provider: string; readonly variable: string }[];
}

/**
 * Decides whether models are called: not with `--replay`, and not if one of the providers has no key. What others would be
 * paid for a run that cannot be finished is paid for nothing. Throws `EvaError` for a base URL in the environment that cannot be used.
 */
export function decideLiveness(routes: readonly ModelRoute[], replay: boolean, env: Io['env']): Liveness {
  const providers = routes.map(({ provider }) => provider);
  if (replay) return { isLive: false, providers, withoutKey: [] };
  for (const { config } of routes) requireBaseUrl(config, env);
  const keyless = routes.filter((route) => !hasKey(route, env));
  const withoutKey = keyless.map((route) => ({ provider: route.provider, variable: keyName(route) }));
  return { isLive: keyless.length === 0, providers, withoutKey };
}

/** What to say where there is neither a key nor a recording to play. */
export function noKeyError(withoutKey: Liveness['withoutKey'], recordings: string): EvaError {
  return new EvaError(
    withoutKey.map(({ provider, variable }) =>
      problem('EVA_NO_KEY', `there is no key for ${provider}, and ${recordings} holds no replies to play`, {
        hint: `set ${variable} and run the command again`,
      }),
    ),
  );
}
