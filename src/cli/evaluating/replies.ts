import { EvaError, problem } from '#errors.js';
import type { Case } from '#model/case.js';
import type { LibraryConfig } from '#model/config.js';
import { onceBy } from '#model/once.js';
import { modelsOf } from '#plan/case-evidence.js';
import { type ModelRoute, routeTo } from '#provider/model-name.js';
import { hasKey, keyName, requireBaseUrl } from '#provider/open-provider.js';
import { isCi } from '../ci.js';
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
  readonly withoutKey: readonly MissingKey[];
}

interface MissingKey {
  readonly provider: string;
  readonly variable: string;
  /** The variable is set, to nothing but white space: a secret that a CI service does not hand to the job looks so. */
  readonly isEmpty: boolean;
}

/** How replies are to be had, if the command line or its environment says so. */
export interface Wish {
  /** Never from a model. */
  readonly replay: boolean;
  /** Never from recordings: a missing key is an error. */
  readonly live: 'by --live' | 'under CI' | false;
}

/** Under CI, recordings are played only where `--replay` says so: a job whose key is missing must not go green on them. */
export function wishOf(replay: boolean, { live }: { readonly live?: boolean }, env: Io['env']): Wish {
  return { replay, live: isCi(env) ? 'under CI' : live === true && 'by --live' };
}

/**
 * Decides whether models are called: not with `--replay`, and not if one of the providers has no key. What others would be
 * paid for a run that cannot be finished is paid for nothing. Throws `EvaError` for a base URL in the environment that cannot be used,
 * and for a missing key where recordings must not be played instead.
 */
export function decideLiveness(routes: readonly ModelRoute[], { replay, live }: Wish, env: Io['env']): Liveness {
  const providers = routes.map(({ provider }) => provider);
  if (replay) return { isLive: false, providers, withoutKey: [] };
  for (const { config } of routes) requireBaseUrl(config, env);
  const keyless = routes.filter((route) => !hasKey(route, env));
  const withoutKey = keyless.map((route) => missingKey(route, env));
  if (live && withoutKey.length > 0) throw noLiveKey(withoutKey, live);
  return { isLive: keyless.length === 0, providers, withoutKey };
}

function missingKey(route: ModelRoute, env: Io['env']): MissingKey {
  const variable = keyName(route);
  return { provider: route.provider, variable, isEmpty: Object.hasOwn(env, variable) && env[variable] !== undefined };
}

/** `no key for anthropic (ANTHROPIC_API_KEY is empty)`. */
export function inWords({ provider, variable, isEmpty }: MissingKey): string {
  return `no key for ${provider} (${variable} is ${isEmpty ? 'empty' : 'not set'})`;
}

function noLiveKey(withoutKey: Liveness['withoutKey'], live: Exclude<Wish['live'], false>): EvaError {
  const [why, wayOut] =
    live === 'under CI'
      ? ['under CI recordings are played only with --replay', 'or add --replay']
      : ['--live plays no recordings', 'or leave out --live'];
  return new EvaError(
    withoutKey.map((one) =>
      problem('EVA_NO_KEY', `there is ${inWords(one)}, and ${why}`, { hint: `set ${one.variable}, ${wayOut}` }),
    ),
  );
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
