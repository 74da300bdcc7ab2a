import type { Case } from '#model/case.js';
import type { LibraryConfig, Prices } from '#model/config.js';
import { uniqueBy } from '#model/data/collections.js';
import { isObject, type JsonObject } from '#model/data/json.js';
import type { Problem } from '#model/problem.js';
import { EvaError, problem } from '#model/problem.js';
import type { ModelCall, ModelRequest, Reply } from '#model/reply/exchange.js';
import { replyFlaw } from '#model/reply/reply-flaw.js';
import type { ModelSettings } from '#model/settings.js';
import { quoted, short } from '#model/text/quoted.js';
import { redactObject, redactor } from '#model/text/redact.js';
import { type ModelRoute, routeModel, routeTo, widest } from '#provider/model-name.js';
import { loadOnce, ProviderLanes } from '#provider/open-provider.js';
import { withBuiltInPrices } from '#provider/prices/built-in-prices.js';
import { NoReply, type Provider, ProviderFailure, RanOutOfTime, type SendOptions } from '#provider/provider.js';
import { hasKey, keyName, requireReachable } from '#provider/provider-settings.js';
import { keyVariables, providerKeys, secretsOf } from '#provider/secrets.js';
import { type CallAdmission, withAdmission, withTimeout } from '#provider/wrappers/limits.js';
import { patientPolicy } from '#provider/wrappers/retries.js';
import { shortReason, textOfThrown } from '#subject/application.js';
import type { SubjectDeps } from '#subject/deps.js';
import { judgesOf, modelsOf, subjectModelsOf } from '../plan/evidence.js';

/** Access to models: one user-supplied client for all of them, or eva's providers by model name. */
export interface Models {
  /** Opens access for one evaluation. All share the rate limits of providers. */
  readonly open: (admission?: CallAdmission) => ModelAccess;
  readonly route: SubjectDeps['route'];
  /** Returns the prices of the options, with the built-in prices of the models of the cases that they leave out. */
  readonly pricesOf: (cases: readonly Case[], on: Date) => Prices;
  /** Throws `EvaError` if a model of the cases cannot be called because its key is missing. */
  readonly requireKeys: (cases: readonly Case[]) => void;
  readonly widthOf: (cases: readonly Case[]) => number;
  /** True if the replies come from a stand-in. */
  readonly isSynthetic: boolean;
}

interface ModelAccess {
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
  const lanes = new ProviderLanes({ env, configs: providers, cwd, retry: patientPolicy, concurrency, now });
  const namesOf = (cases: readonly Case[]) => [...new Set(modelsOf(cases).map((model) => routeOf(model).provider))];
  return {
    open: (admission) => {
      const providerOf = lanes.of({ ...(admission && { admission }) });
      return {
        provider: ({ request }) => providerOf(request.provider),
        loader: (cases) => loadOnce(namesOf(cases), providerOf),
      };
    },
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

/** The answer of a user's model client: a text, or a reply with any of its fields. */
export type ClientReply = string | Partial<Reply>;

/** A user-supplied model client. eva calls it for every model name. */
export interface ModelClient {
  /** Name in messages; default `own`. */
  readonly name?: string;
  /** Whether the client can force a model to call `request.tool`; default true. If false, eva asks for a text in a fixed format. */
  readonly forces_tools?: boolean;
  /** True if a person or a script wrote the replies. Results are then labelled synthetic and have no cost. */
  readonly synthetic?: boolean;
  /** Returns a reply. eva does not retry; if `send` throws, the trial is missing. */
  send(request: ModelRequest, options: SendOptions): ClientReply | Promise<ClientReply>;
}

/**
 * Makes a provider from a user's client. It applies `timeout_s`, measures the latency unless the client reports one, and hides keys of
 * the environment in replies and errors. `keyVariables` are the variables with keys according to the settings of providers.
 */
export function toProvider(
  client: ModelClient,
  { elapsed, env }: { readonly elapsed: () => number; readonly env: Readonly<Record<string, string | undefined>> },
  keyVariables: readonly string[],
): Provider {
  const name = client.name ?? 'own';
  const redactReply = redactor(providerKeys(env, keyVariables));
  const redactError = redactor(secretsOf(env, keyVariables));
  const bounded = withTimeout({
    name,
    send: async (request, options) => {
      const start = elapsed();
      const reply = await client.send(request, options);
      return wholeReply(reply, request, elapsed() - start, redactReply);
    },
  });
  return {
    name,
    send: async (request, options) => {
      try {
        return await bounded.send(request, options);
      } catch (error) {
        options.signal.throwIfAborted();
        if (error instanceof EvaError) throw error;
        const isLate = error instanceof ProviderFailure && error.kind === 'timeout';
        const reason = isLate ? error.message : redactError(textOfThrown(error));
        const message = shortReason(`${name} gave no reply: ${reason}`);
        throw isLate && options.on_timeout === 'fail' ? new RanOutOfTime(message) : new NoReply(message);
      }
    },
  };
}

/** Adds the missing fields of a client's reply, and hides keys in it. Throws if a field is invalid. */
function wholeReply(
  given: unknown,
  { model }: ModelRequest,
  latency_s: number,
  redact: (text: string) => string,
): Reply {
  const answer: unknown = typeof given === 'string' ? { text: given } : given;
  if (!isObject(answer)) throw new Error('it answered with neither a text nor a reply');
  const defined = Object.fromEntries(Object.entries(answer).filter(([, value]) => value !== undefined));
  const stop = defined['tool_input'] === undefined ? 'end' : 'tool_call';
  const defaults: Reply = { text: '', stop, usage: { input_tokens: null, output_tokens: null }, latency_s, model };
  const reply: Reply = { ...defaults, ...defined };
  const flaw = reply.stop === 'timed_out' ? 'stop' : replyFlaw(reply);
  if (flaw !== null) throw new Error(`"${flaw}" of its reply is wrong`);
  return redactObject(jsonOf(reply), redact) as unknown as Reply;
}

/** Copies a reply as JSON, which is how eva stores it. */
function jsonOf(reply: Reply): JsonObject {
  try {
    return JSON.parse(JSON.stringify(reply)) as JsonObject;
  } catch {
    throw new Error('its reply cannot be stored as JSON');
  }
}

/** A stand-in for models whose replies come from a function. `requests` lists all requests so far. */
export interface ScriptedClient extends ModelClient {
  readonly requests: readonly ModelRequest[];
}

/**
 * Makes a stand-in for models, for tests and examples. The function returns a text as the reply's text, or an object as the
 * arguments of the requested tool. Its replies are labelled synthetic.
 */
export function scriptedProvider(
  answer: (request: ModelRequest, call: number) => string | JsonObject,
  { forces_tools = true }: Pick<ModelClient, 'forces_tools'> = {},
): ScriptedClient {
  const requests: ModelRequest[] = [];
  return {
    name: 'scripted',
    forces_tools,
    synthetic: true,
    requests,
    send: (request) => {
      const given = answer(request, requests.push(request) - 1);
      return typeof given === 'string' ? { text: given } : { tool_input: given };
    },
  };
}
