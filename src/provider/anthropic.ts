import type Anthropic from '@anthropic-ai/sdk';
import type { ModelRequest, Reply } from '#model/exchange.js';
import type { JsonObject } from '#model/json.js';
import { longestTimerMs } from '#model/longest-timer.js';
import { ProviderFailure } from './failure.js';
import { failureOfStatus } from './http-failure.js';
import { httpPost } from './http-post.js';
import { asObject } from './json-shape.js';
import { messagesStop, messagesUsage } from './messages-api.js';
import type { Provider } from './provider.js';

export interface AnthropicConfig {
  readonly name: string;
  readonly apiKey: string;
  readonly baseUrl: string;
  readonly redact: (text: string) => string;
}

export const officialAnthropicUrl = 'https://api.anthropic.com';

/** The Messages API through its SDK, which is loaded with the first call. One attempt a call; the SDK's own retries are off. */
export function createAnthropic(config: AnthropicConfig): Provider {
  let client: Promise<Anthropic> | undefined;
  return {
    name: config.name,
    async send(request, { signal }) {
      client ??= openClient(config);
      const opened = await client;
      const startedAt = performance.now(); // loading the SDK is no part of the first answer's latency
      const body = await post(opened, request, signal, config.redact);
      const latency_s = (performance.now() - startedAt) / 1000;
      return readMessage(body, request, latency_s);
    },
  };
}

/** Whatever the SDK would take from the environment (tokens, log level, headers, traces) is settled here. */
async function openClient({ apiKey, baseUrl }: AnthropicConfig): Promise<Anthropic> {
  const sdk = await import('@anthropic-ai/sdk');
  return new sdk.default({
    apiKey,
    authToken: null,
    webhookKey: null,
    baseURL: baseUrl,
    maxRetries: 0,
    timeout: longestTimerMs, // the SDK's own time limit ends at the headers, ours does not
    logLevel: 'off',
    openTelemetry: false,
    fetch: (address, init) => fetchWhole(String(address), init ?? {}, apiKey),
  });
}

const ownHeaders = ['accept', 'anthropic-version', 'content-type', 'user-agent'];

/** The SDK's `fetch`: reads the body to its end, and sends no header that an environment variable slipped in. */
async function fetchWhole(address: string, init: RequestInit, apiKey: string): Promise<Response> {
  const given = new Headers(init.headers);
  const own = ownHeaders.map((name) => [name, given.get(name) ?? ''] as const).filter(([, value]) => value !== '');
  const headers = { ...Object.fromEntries(own), authorization: `Bearer ${apiKey}` };
  const signal = init.signal ?? new AbortController().signal;
  const answer = await httpPost(address, { headers, body: String(init.body ?? ''), signal });
  const mayHaveBody = ![204, 205, 304].includes(answer.status);
  return new Response(mayHaveBody ? answer.text : null, { status: answer.status, headers: answer.headers });
}

/** `messages.create` is passed by: it writes to the console where a model is deprecated. */
async function post(
  client: Anthropic,
  request: ModelRequest,
  signal: AbortSignal,
  redact: (text: string) => string,
): Promise<unknown> {
  const body = toBody(request);
  try {
    return await client.post('/v1/messages', { body, signal });
  } catch (error) {
    signal.throwIfAborted();
    throw failureOf(error, redact);
  }
}

function toBody({ model, system, messages, max_tokens, temperature, tool }: ModelRequest): JsonObject {
  return {
    model,
    max_tokens,
    ...(temperature !== undefined && { temperature }),
    ...(system !== undefined && { system }),
    messages: messages.map(({ role, content }) => ({ role, content })),
    ...(tool && {
      tools: [{ name: tool.name, description: tool.description, input_schema: tool.input_schema }],
      tool_choice: { type: 'tool', name: tool.name },
    }),
  };
}

/** Told apart by where it happened and not by the SDK's classes: a body that is cut off has none of them. */
function failureOf(error: unknown, redact: (text: string) => string): ProviderFailure {
  for (let one = error; one instanceof Error; one = one.cause) if (one instanceof ProviderFailure) return one;
  if (!(error instanceof Error)) return new ProviderFailure('broken_body', 'the SDK failed');
  if ('status' in error && typeof error.status === 'number' && 'headers' in error && 'error' in error) {
    const headers = error.headers instanceof Headers ? error.headers : new Headers();
    const text = error.error === undefined ? error.message : JSON.stringify(error.error);
    return failureOfStatus({ status: error.status, headers, text }, redact);
  }
  if (/^APIConnection/.test(error.name)) return new ProviderFailure('connection', 'no connection to the server');
  return new ProviderFailure('broken_body', `the answer cannot be read (${error.name})`);
}

/** Several calls of the tool contradict one another and count as none. */
function readMessage(body: unknown, request: ModelRequest, latency_s: number): Reply {
  const message = asObject(body);
  const content = message?.['content'];
  if (!message || !Array.isArray(content)) {
    throw new ProviderFailure('broken_body', 'the answer is not a message of the Messages API');
  }
  const blocks = content.map(asObject);
  const texts = blocks.filter((block) => block?.['type'] === 'text').map((block) => String(block?.['text'] ?? ''));
  const calls = blocks.filter((block) => block?.['type'] === 'tool_use' && block['name'] === request.tool?.name);
  const tool_input = calls.length === 1 ? asObject(calls[0]?.['input']) : undefined;
  const model = message['model'];
  return {
    text: texts.join(''),
    ...(tool_input && { tool_input }),
    stop: messagesStop(message['stop_reason']),
    usage: messagesUsage(asObject(message['usage'])),
    latency_s,
    model: typeof model === 'string' ? model : request.model,
  };
}
