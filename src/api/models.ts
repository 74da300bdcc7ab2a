import { EvaError, problem } from '#errors/index.js';
import type { Case, ModelSettings } from '#model/case.js';
import type { LibraryConfig } from '#model/config.js';
import { uniqueBy } from '#model/data/collections.js';
import type { Problem } from '#model/problem.js';
import type { Ask, ModelCall } from '#model/reply/exchange.js';
import { judgesOf, modelsOf, subjectModelsOf } from '#plan/evidence/case-evidence.js';
import { type ModelRoute, routeTo, widest } from '#provider/model-name.js';
import { loadOnce, openProviders } from '#provider/open-provider.js';
import type { Provider } from '#provider/provider.js';
import { hasKey, keyName } from '#provider/provider-settings.js';
import { patientPolicy } from '#provider/retry/retry-policy.js';
import type { Asking } from '#question/ask.js';
import { type ModelClient, toProvider } from './model-client.js';
import type { Settings } from './options/options.js';
import type { World } from './world.js';

/** The way to models: one client of one's own for all, or eva's providers by the names of models. */
export interface Models {
  readonly provider: (call: ModelCall) => Provider;
  readonly route: Asking['route'];
  /** What loads what the models of the cases take, once. */
  readonly loader: (cases: readonly Case[]) => () => unknown;
  /** Throws `EvaError` where a model of the cases cannot be called for want of a key. */
  readonly requireKeys: (cases: readonly Case[]) => void;
  /** How many conversations of the cases are in hand at once. */
  readonly inHand: (cases: readonly Case[]) => number;
  /** Labels the replies of stand-ins. */
  readonly labelled: (ask: Ask) => Ask;
}

/** Opens the way once for all evaluations, so that limits hold over all of them. */
export function openModels({ options, config }: Settings, world: World): Models {
  return options.provider ? ownModels(options.provider, config, world) : builtInModels(config, world);
}

function ownModels(client: ModelClient, { concurrency }: LibraryConfig, { elapsed }: World): Models {
  const provider = toProvider(client, elapsed);
  const forcesTools = client.forces_tools ?? true;
  return {
    provider: () => provider,
    route: (model) => ({ provider: provider.name, model, forcesTools }),
    loader: () => () => {},
    requireKeys: () => {},
    inHand: () => concurrency,
    labelled: (ask) => (client.synthetic ? asSynthetic(ask) : ask),
  };
}

function asSynthetic(ask: Ask): Ask {
  return async (call) => {
    const stored = await ask(call);
    return 'answer' in call ? stored : { ...stored, source: 'synthetic' };
  };
}

function builtInModels({ providers, concurrency }: LibraryConfig, { env, cwd, elapsed }: World): Models {
  const routeOf = (model: string) => routeTo(model, providers);
  const now = () => elapsed() * 1000;
  const providerOf = openProviders({ env, configs: providers, cwd, retry: patientPolicy, concurrency, now });
  return {
    provider: ({ request }) => providerOf(request.provider),
    route: routeOf,
    loader: (cases) => {
      const names = new Set(modelsOf(cases).map((model) => routeOf(model).provider));
      return loadOnce([...names], providerOf);
    },
    requireKeys: (cases) => {
      const asked = cases.flatMap((one) => [...judgesOf(one), ...subjectModelsOf(one)]);
      const named = uniqueBy(asked, ({ model, at }) => JSON.stringify([model, at?.file, at?.property]));
      const keyless = named.filter(({ model }) => !hasKey(routeOf(model), env));
      if (keyless.length > 0) throw new EvaError(keyless.map((one) => noKey(one, routeOf(one.model))));
    },
    inHand: (cases) => widest(concurrency, modelsOf(cases).map(routeOf)),
    labelled: (ask) => ask,
  };
}

function noKey({ model, at }: ModelSettings, route: ModelRoute): Problem {
  const params = { role: at?.property, model, provider: route.provider, variable: keyName(route) };
  return problem('EVA_NO_KEY:program', params, { at: at && { file: at.file } });
}
