import { EvaError } from '#errors/index.js';
import { isObject, type JsonObject } from '#model/data/json.js';
import type { ModelRequest, Reply } from '#model/reply/exchange.js';
import { replyFlaw } from '#model/reply/reply-flaw.js';
import { NoReply, ProviderFailure, RanOutOfTime } from '#provider/failure.js';
import { withTimeout } from '#provider/limits/with-timeout.js';
import type { Provider, SendOptions } from '#provider/provider.js';

/** The answer of a user's model client: only the text, or also further data. */
export type ClientReply = string | Partial<Reply>;

/** A model client of the user. eva calls it for every model name. */
export interface ModelClient {
  /** Its name in messages. Default: `own`. */
  readonly name?: string;
  /** Whether it can force a model to call `request.tool`. Default: true. If false, eva asks for a text in a fixed format. */
  readonly forces_tools?: boolean;
  /** True for replies that a person wrote. Results are then labelled synthetic and have no cost. */
  readonly synthetic?: boolean;
  /** Returns a reply. If it throws, the conversation counts as missing. It does its own retries. */
  send(request: ModelRequest, options: SendOptions): ClientReply | Promise<ClientReply>;
}

/** Makes a provider of a user's client. It applies `timeout_s` and measures the latency unless the client reports one. `elapsed` is in seconds. */
export function toProvider(client: ModelClient, elapsed: () => number): Provider {
  const name = client.name ?? 'own';
  const bounded = withTimeout({
    name,
    send: async (request, options) => {
      const start = elapsed();
      const reply = await client.send(request, options);
      return wholeReply(reply, request, elapsed() - start);
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
        const message = `${name} gave no reply: ${error instanceof Error ? error.message : String(error)}`;
        const isLate = error instanceof ProviderFailure && error.kind === 'timeout';
        throw isLate && options.on_timeout === 'fail' ? new RanOutOfTime(message) : new NoReply(message);
      }
    },
  };
}

/** Adds the missing fields of a client's reply. Throws if a field is invalid. */
function wholeReply(given: unknown, { model }: ModelRequest, latency_s: number): Reply {
  const said: unknown = typeof given === 'string' ? { text: given } : given;
  if (!isObject(said)) throw new Error('it answered with neither a text nor a reply');
  const told = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
  const stop = told['tool_input'] === undefined ? 'end' : 'tool_call';
  const ordinary: Reply = { text: '', stop, usage: { input_tokens: null, output_tokens: null }, latency_s, model };
  const reply: Reply = { ...ordinary, ...told };
  const flaw = reply.stop === 'timed_out' ? 'stop' : replyFlaw(reply);
  if (flaw !== null) throw new Error(`"${flaw}" of its reply is wrong`);
  return reply;
}

/** A stand-in for models whose replies a function computes. `requests` lists all requests so far. */
export interface ScriptedClient extends ModelClient {
  readonly requests: readonly ModelRequest[];
}

/**
 * Makes a stand-in for models, for tests and examples: a text is the reply's text, a mapping the argument of the tool that
 * the request forces. Its replies are labelled synthetic.
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
      const said = answer(request, requests.push(request) - 1);
      return typeof said === 'string' ? { text: said } : { tool_input: said };
    },
  };
}
