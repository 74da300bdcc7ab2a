import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { recordingsFile } from '#library/prompts.js';
import { envFileIn } from '#library/root.js';
import type { Case } from '#model/case.js';
import type { LibraryConfig, ProviderConfig } from '#model/config.js';
import { uniqueBy } from '#model/data/collections.js';
import type { Problem } from '#model/problem.js';
import { EvaError, problem } from '#model/problem.js';
import { proxyFix } from '#model/reply/no-reply.js';
import type { MissingKey, ModelAsker } from '#model/reply/reply-sources.js';
import { short } from '#model/text/quoted.js';
import { type ModelRoute, routeModel, routeTo } from '#provider/model-name.js';
import { type LimitPrices, limitPrices } from '#provider/prices/built-in-prices.js';
import {
  hasKey,
  ignoredProxyOf,
  keyName,
  missingBaseUrl,
  reachProblems,
  unsetKey,
} from '#provider/provider-settings.js';
import { findType } from '#provider/types/index.js';
import { similarKeyVariable } from '#provider/types/starts.js';
import { modelAskers, modelsOf } from '../plan/evidence.js';
import type { OpenPrompt } from '../prompt/open-prompt.js';
import type { RunOptions, RunWorld } from '../session/run-options.js';
import { envFileText, needsKey, otherJudgeText, replayText, setKeyText } from './missing-key.js';

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
  return calls > 0 && routesOf(cases, config).every((route) => hasKey(route.config, env));
}

/** A key that a run lacks, and whether its recordings can be played instead. */
export type KeyOfRun = MissingKey & { readonly hasRecordings: boolean };

/** Thrown for a run that lacks keys. A command of several prompts names each key once, in words of its own. */
export class KeylessError extends EvaError {
  readonly keys: readonly KeyOfRun[];

  constructor(keys: readonly KeyOfRun[], addresses: readonly Problem[]) {
    const problems = keys.map((key) =>
      problem('EVA_NO_KEY:run', needsKey(key), {
        hint: `${setKeyText(key)}${replayText(key)}${otherJudgeText(key)}${envFileText(key.env_file)}`,
      }),
    );
    super([...problems, ...addresses]);
    this.keys = keys;
  }
}

/** Whether a run calls models or replays recordings, and its providers. */
export interface Liveness {
  readonly isLive: boolean;
  readonly providers: readonly string[];
}

/**
 * Decides whether the run calls models: unless it is a replay, which has to be asked for, since it shows nothing of the models. Throws
 * `EvaError` if a provider cannot be reached with this environment or lacks its key, before another one is called in vain.
 */
export function decideLiveness(
  routes: readonly ModelRoute[],
  replay: boolean,
  {
    env,
    open: { root, config, plan },
  }: { readonly env: RunWorld['env']; readonly open: Pick<OpenPrompt, 'root' | 'config' | 'plan'> },
  isReplayable = !plan.manner.record && !plan.manner.batch,
): Liveness {
  const providers = routes.map(({ provider }) => provider);
  if (replay) return { isLive: false, providers };
  const unreachable = unreachableIn(routes, env);
  if (unreachable.length > 0) throw new EvaError(unreachable);
  const keyless = routes.filter((route) => !hasKey(route.config, env));
  if (keyless.length === 0) return { isLive: true, providers };
  const hasRecordings = isReplayable && existsSync(join(root, recordingsFile(plan.id)));
  throw new KeylessError(
    missingKeys(keyless, modelAskers(plan.cases), { root, env, config }).map((missing) => ({
      ...missing,
      hasRecordings,
    })),
    keyless.flatMap(({ provider, config }) => missingBaseUrl(provider, config, env)),
  );
}

/** Returns why these providers cannot be called with this environment, whether or not they have a key: a package, a region or a project is missing. */
export function unreachableIn(routes: readonly ModelRoute[], env: RunWorld['env']): readonly Problem[] {
  const unreachable = routes.flatMap(({ provider, config }) => reachProblems(provider, config, env));
  return uniqueBy(unreachable, ({ message }) => message);
}

/** Describes providers without a key: who needs each, and what else could be done. The note about a `.env` file is with the last. */
function missingKeys(
  keyless: readonly ModelRoute[],
  askers: readonly ModelAsker[],
  { root, env, config: { providers } }: Pick<OpenPrompt, 'root' | 'config'> & { readonly env: RunWorld['env'] },
): readonly MissingKey[] {
  const providerOf = (model: string) => {
    const result = routeModel(model, providers);
    return 'route' in result ? result.route.provider : null;
  };
  return keyless.map((route, index) => {
    const env_file = index === keyless.length - 1 ? envFileIn(root, env) : null;
    const variable = keyName(route.config);
    const isEmpty = Object.hasOwn(env, variable) && env[variable] !== undefined;
    const asked_by = askers.filter(({ model }) => providerOf(model) === route.provider);
    const otherAskers = askers.filter(
      ({ role, model }) => role === 'the model under test' && providerOf(model) !== route.provider,
    );
    const similar = similarKeyVariable(route.config, env);
    const facts = { provider: route.provider, variable, isEmpty, ...(similar !== undefined && { similar }) };
    return { ...facts, asked_by, other_model: otherAskers[0]?.model ?? null, env_file };
  });
}

/**
 * Returns why the provider of a model can probably not be called with this environment: a package, a region, a project or an address is missing
 * or wrong, or the variable with the key of its entry is not set.
 */
export function reasonsUnreachable(
  model: string,
  { providers }: LibraryConfig,
  env: RunWorld['env'],
): readonly Problem[] {
  const result = routeModel(model, providers);
  if (!('route' in result)) return [];
  const { provider, config } = result.route;
  const problems = [reachProblems, missingBaseUrl, unsetKey, proxyProblems].flatMap((find) =>
    find(provider, config, env),
  );
  return uniqueBy(problems, ({ message }) => message);
}

function proxyProblems(provider: string, config: ProviderConfig, env: RunWorld['env']): readonly Problem[] {
  const proxy = ignoredProxyOf(config, env);
  return proxy
    ? [
        problem(
          'EVA_PROXY_IGNORED',
          `${short(proxy.variable)} is set, and requests to ${short(provider)} do not use it`,
          {
            hint: `if ${short(provider)} is reachable through the proxy alone: ${proxyFix(proxy.hasProxies)}`,
            severity: 'warning',
          },
        ),
      ]
    : [];
}

/** Returns the variable that probably holds the key of the model's provider under a wrong name; undefined without one. */
export function similarVariable(model: string, config: LibraryConfig, env: RunWorld['env']): string | undefined {
  const result = routeModel(model, config.providers);
  return 'route' in result ? similarKeyVariable(result.route.config, env) : undefined;
}

/** Returns the variable that should hold the key of the model's provider, if it is needed and missing; undefined if not. */
export function variableWithoutKey(model: string, config: LibraryConfig, env: RunWorld['env']): string | undefined {
  const result = routeModel(model, config.providers);
  return 'route' in result && !hasKey(result.route.config, env) ? keyName(result.route.config) : undefined;
}

/**
 * Returns the prices with which the budget of a run counts. They are those of the run, unless the limit on the cost comes from the command
 * line: then no price of eva.yml counts below a built-in one. The budget of eva.yml comes from the same author as its prices.
 */
export function budgetPrices(
  { plan, config }: Pick<OpenPrompt, 'plan' | 'config'>,
  env: RunOptions['env'],
): LimitPrices {
  if (plan.manner.budget?.max_cost_usd === undefined) return { prices: config.prices, raised: [] };
  return limitPrices(config, modelsOf(plan.cases), { env });
}

/** Returns the name that OpenTelemetry gives to a provider; its own name if OpenTelemetry has none. */
export function traceName({ providers }: Pick<LibraryConfig, 'providers'>, provider: string): string {
  return findType(providers[provider]?.type ?? provider)?.traceName ?? provider;
}
