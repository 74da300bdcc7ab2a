import { EvaError } from '#errors/index.js';
import { isObject, type JsonObject } from '#model/data/json.js';
import type { ModelRequest, Reply } from '#model/reply/exchange.js';
import { replyFlaw } from '#model/reply/reply-flaw.js';
import { redactObject, redactor } from '#model/text/redact.js';
import { NoReply, type Provider, ProviderFailure, RanOutOfTime, type SendOptions } from '#provider/provider.js';
import { providerKeys, secretsOf } from '#provider/secrets.js';
import { withTimeout } from '#provider/wrappers/limits.js';
import { shortReason, textOfThrown } from '#subject/application.js';

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
