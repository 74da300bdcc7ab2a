import { EvaError, problem } from '#errors/index.js';
import type { Case } from '#model/case.js';
import type { LibraryConfig, Prices } from '#model/config.js';
import { uniqueBy } from '#model/data/collections.js';
import type { Problem } from '#model/problem.js';
import type { ModelCall } from '#model/reply/exchange.js';
import type { ModelSettings } from '#model/settings.js';
import { quoted, short } from '#model/text/quoted.js';
import { judgesOf, modelsOf, subjectModelsOf } from '#plan/evidence/case-evidence.js';
import { type ModelRoute, routeModel, routeTo, widest } from '#provider/model-name.js';
import { loadOnce, openProviders } from '#provider/open-provider.js';
import { withBuiltInPrices } from '#provider/prices/built-in-prices.js';
import type { Provider } from '#provider/provider.js';
import { hasKey, keyName, requireReachable } from '#provider/provider-settings.js';
import { keyVariables } from '#provider/secrets.js';
import { type Admission, withAdmission } from '#provider/wrappers/limits.js';
import { patientPolicy } from '#provider/wrappers/retries.js';
import type { SubjectDeps } from '#subject/deps.js';
import { type ModelClient, toProvider } from './model-client.js';

/** Access to models: one user-supplied client for all of them, or eva's providers by model name. */
export interface Models {
  /** Opens access for one evaluation. Without admission all evaluations share the rate limits of providers. */
  readonly open: (admission?: Admission) => ModelAccess;
  readonly route: SubjectDeps['route'];
  /** Returns the prices of the options, with the built-in prices of the models of the cases that they leave out. */
  readonly pricesOf: (cases: readonly Case[], on: Date) => Prices;
  /** Throws `EvaError` if a model of the cases cannot be called because its key is missing. */
  readonly requireKeys: (cases: readonly Case[]) => void;
  readonly widthOf: (cases: readonly Case[]) => number;
  /** True if the replies come from a stand-in. */
  readonly isSynthetic: boolean;
}

export interface ModelAccess {
  readonly provider: (call: ModelCall) => Provider;
  /** Returns a function that loads the code that the models of the cases need, once. */
  readonly loader: (cases: readonly Case[]) => () => unknown;
}

export interface ModelWorld {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute path of the directory in which programs run. */
  readonly cwd: string;
  /** Returns seconds of a monotonic clock. */
  readonly elapsed: () => number;
}

/** Opens access to models once for all evaluations, so that rate limits apply to all of them together. */
export function openModels(client: ModelClient | undefined, config: LibraryConfig, world: ModelWorld): Models {
  return client ? ownModels(client, config, world) : builtInModels(config, world);
}

function ownModels(client: ModelClient, { concurrency, providers, prices }: LibraryConfig, world: ModelWorld): Models {
  const provider = toProvider(client, world, keyVariables(providers));
  const forcesTools = client.forces_tools ?? true;
  return {
    open: (admission) => {
      const admitted = admission ? withAdmission(provider, admission) : provider;
      return { provider: () => admitted, loader: () => () => {} };
    },
    route: (model) => ({ provider: provider.name, model, forcesTools, config: { type: provider.name } }),
    pricesOf: () => prices, // the client decides what its names mean
    requireKeys: () => {},
    widthOf: () => concurrency,
    isSynthetic: client.synthetic === true,
  };
}

function builtInModels(config: LibraryConfig, { env, cwd, elapsed }: ModelWorld): Models {
  const { providers, concurrency } = config;
  const routeOf = (model: string) => routeTo(model, providers);
  const now = () => elapsed() * 1000;
  const access = (admission?: Admission): ModelAccess => {
    const limits = { retry: patientPolicy, concurrency, now, ...(admission && { admission }) };
    const providerOf = openProviders({ env, configs: providers, cwd, ...limits });
    const namesOf = (cases: readonly Case[]) => new Set(modelsOf(cases).map((model) => routeOf(model).provider));
    return {
      provider: ({ request }) => providerOf(request.provider),
      loader: (cases) => loadOnce([...namesOf(cases)], providerOf),
    };
  };
  const shared = access();
  return {
    open: (admission) => (admission ? access(admission) : shared),
    route: routeOf,
    pricesOf: (cases, on) => withBuiltInPrices(config, modelsOf(cases), { env, on }),
    requireKeys: (cases) => {
      const asked = cases.flatMap((testCase) => [...judgesOf(testCase), ...subjectModelsOf(testCase)]);
      const named = uniqueBy(asked, ({ model, at }) => JSON.stringify([model, at?.file, at?.property]));
      const keyless = named.filter(({ model }) => !hasKey(routeOf(model).config, env));
      for (const { config, provider } of named.map(({ model }) => routeOf(model)))
        requireReachable(provider, config, env);
      if (keyless.length > 0) throw new EvaError(keyless.map((settings) => noKey(settings, routeOf(settings.model))));
    },
    widthOf: (cases) => widest(concurrency, modelsOf(cases).map(routeOf)),
    isSynthetic: false,
  };
}

/** Returns why a model name has no provider, with the fix; null if it has one. */
export function modelFlaw(model: string, { providers }: LibraryConfig) {
  const result = routeModel(model, providers);
  return 'route' in result ? null : result;
}

function noKey({ model, at }: ModelSettings, route: ModelRoute): Problem {
  const params = { role: at?.property, model, provider: route.provider, variable: keyName(route.config) };
  return problem(
    'EVA_NO_KEY:program',
    `${params.role === undefined ? '' : `${short(params.role)} `}${quoted(params.model)} needs a key for ${short(params.provider)}: set ${short(params.variable)}`,
    { hint: 'or give SigmaEval a provider of your own', at: at && { file: at.file } },
  );
}
