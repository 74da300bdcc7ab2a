import { EvaError } from '#errors/index.js';
import { isObject, type JsonObject } from '#model/data/json.js';
import type { ModelRequest, Reply } from '#model/reply/exchange.js';
import { replyFlaw } from '#model/reply/reply-flaw.js';
import { NoReply, ProviderFailure, RanOutOfTime } from '#provider/failure.js';
import { withTimeout } from '#provider/limits/with-timeout.js';
import type { Provider, SendOptions } from '#provider/provider.js';

/** What a client of one's own answers with: the text alone, or as much as it knows. */
export type ClientReply = string | Partial<Reply>;

/** A way to models of one's own. It is asked for every model, whatever its name. */
export interface ModelClient {
  /** How messages call it; `own` unless set. */
  readonly name?: string;
  /** Whether it can make a model call `request.tool`. true unless set; where it is false a text in a form is asked for. */
  readonly forces_tools?: boolean;
  /** True for replies that a person wrote. Results say so, and what they cost is not counted. */
  readonly synthetic?: boolean;
  /** Gives a reply. An error that it throws leaves its conversation missing; retries are its own affair. */
  send(request: ModelRequest, options: SendOptions): ClientReply | Promise<ClientReply>;
}

/** A client of one's own as a provider: bounded by `timeout_s`, its latency measured where it does not say it. `elapsed` in seconds. */
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

/** The reply with what the client left out. Nothing that it got wrong is mended: a latency below 0 is none. */
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

/** A stand-in for models that says what a function of the request tells it to. `requests` grows with every question. */
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
