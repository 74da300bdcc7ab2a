import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type Anthropic from '@anthropic-ai/sdk';
import { describeExcess, excessOf, type JsonObject } from '#model/data/json.js';
import { longestTimerMs } from '#model/limits.js';
import { isError } from '#model/problem.js';
import { attemptTexts } from '#model/reply/failed-attempt.js';
import { parseJson } from '../http/answer-fields.js';
import { failureOfStatus } from '../http/http-failure.js';
import { type HttpAnswer, httpExchange, httpPost, wholeAnswer } from '../http/http-post.js';
import { ProviderFailure } from '../provider.js';

export interface AnthropicConfig {
  readonly name: string;
  readonly apiKey: string;
  readonly baseUrl: string;
  readonly redact: (text: string) => string;
}

/** Loads the SDK as CommonJS: its 250 modules load in 60 % of the time that ES modules take. */
const require = createRequire(import.meta.url);

/** Loads the SDK and opens a client. Sets every option that the SDK would otherwise read from the environment. */
export function openClient({ apiKey, baseUrl }: AnthropicConfig): Anthropic {
  const sdk: typeof import('@anthropic-ai/sdk') = require('@anthropic-ai/sdk');
  return new sdk.default({ ...clientOptions(apiKey), apiKey, authToken: null, baseURL: baseUrl });
}

/** The part of the SDK's clients that eva uses for messages. */
export interface SdkClient {
  post(path: string, sending: Sending): Promise<unknown>;
}

interface Sending {
  readonly body: JsonObject;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** Posts a message and reads the answer. Does not use `messages.create`, which writes to the console if a model is deprecated. */
export async function postMessage(
  client: SdkClient,
  sending: Sending,
  redact: (text: string) => string,
): Promise<unknown> {
  try {
    const text = await client.post('/v1/messages', sending);
    return parseJson(String(text)) ?? text;
  } catch (error) {
    sending.signal.throwIfAborted();
    throw failureOf(error, redact);
  }
}

const sentHeaders = ['accept', 'anthropic-version', 'content-length', 'content-type', 'user-agent'];

/**
 * Returns the options of each client. They keep it from what eva does itself. Headers that come from environment variables are dropped before
 * the clients of clouds sign a request, since a signature covers all of them. `apiKey` is sent as a bearer token, if there is one.
 */
export function clientOptions(apiKey?: string) {
  const dropHeaders = <R extends { readonly headers: Headers }>(
    request: R,
    next: (request: R) => Promise<Response>,
  ) => {
    const headers = new Headers(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` });
    for (const name of sentHeaders) {
      const value = request.headers.get(name);
      if (value !== null) headers.set(name, value);
    }
    return next({ ...request, headers });
  };
  return {
    webhookKey: null,
    maxRetries: 0,
    timeout: longestTimerMs, // the SDK's timeout does not cover the body, eva's does
    logLevel: 'off',
    openTelemetry: false,
    middleware: [dropHeaders],
    fetch: fetchOnce,
  } as const;
}

/** The `accept` of a request whose answer is too large for memory. */
export const streamed = 'application/binary';

/**
 * Fetches for the SDK, without redirects. A good answer has no headers: without a type of content, the SDK leaves parsing to eva, which has bounds.
 * A body that is a stream, or an answer that will be one, gets a connection of its own: on a reused one a request may get lost, and eva
 * would not know whether the server read it.
 */
async function fetchOnce(address: unknown, { method = 'GET', body, ...init }: RequestInit = {}): Promise<Response> {
  const headers = Object.fromEntries(new Headers(init.headers));
  const signal = init.signal ?? new AbortController().signal;
  if (typeof body === 'string') return responseOf(await httpPost(String(address), { headers, body, signal }));
  const stream = (body ?? null) as ReadableStream | null;
  const answer = await httpExchange(String(address), method, { headers, body: stream, signal });
  const isStream = answer.statusCode === 200 && headers['accept'] === streamed;
  return isStream ? new Response(Readable.toWeb(answer) as BodyInit) : responseOf(await wholeAnswer(answer));
}

/** The statuses with which a `Response` has no body. */
const withoutBody = [204, 205, 304];

function responseOf({ status, headers, text }: HttpAnswer): Response {
  if (status > 599) throw new ProviderFailure('server_error', `${status} ${attemptTexts.no_reason()}`, { status });
  if (status <= 299) return new Response(withoutBody.includes(status) ? null : text, { status });
  const excess = excessOf(text); // the SDK parses a text of any size
  const body = excess ? `the server's answer ${describeExcess(excess)}` : text;
  return new Response(withoutBody.includes(status) ? null : body, { status, headers });
}

/** Converts an error of the SDK to a failure. Reads its fields as well as its class, since the SDK has no class for a truncated body. */
export function failureOf(error: unknown, redact: (text: string) => string): ProviderFailure {
  for (let cause = error; isError(cause); cause = cause.cause) if (cause instanceof ProviderFailure) return cause;
  if (!isError(error)) return new ProviderFailure('broken_body', attemptTexts.sdk_failed());
  if ('status' in error && typeof error.status === 'number' && 'headers' in error && 'error' in error) {
    const { status } = error;
    const headers = new Headers((error.headers ?? {}) as Headers);
    const text = error.error === undefined ? error.message.slice(`${status} `.length) : JSON.stringify(error.error);
    return failureOfStatus({ status, headers, text }, redact);
  }
  if (/^APIConnection/.test(error.name))
    return new ProviderFailure('connection', attemptTexts.no_connection_to_server());
  return new ProviderFailure('broken_body', attemptTexts.answer_unreadable({ error: error.name }));
}
