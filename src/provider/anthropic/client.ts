import { createRequire } from 'node:module';
import type Anthropic from '@anthropic-ai/sdk';
import { attemptTexts } from '#errors/failures/attempt.js';
import { describeExcess, excessOf, parseBounded } from '#model/data/json.js';
import { longestTimerMs } from '#model/limits.js';
import { ProviderFailure } from '../failure.js';
import { failureOfStatus } from '../http/http-failure.js';
import { type Answer, type AnswerHeaders, httpPost } from '../http/http-post.js';

export interface AnthropicConfig {
  readonly name: string;
  readonly apiKey: string;
  readonly baseUrl: string;
  readonly redact: (text: string) => string;
}

type Fetch = (address: unknown, init?: RequestInit) => Promise<Response>;

/** Loads the SDK as CommonJS: its 250 modules load in 60 % of the time that ES modules take. */
const require = createRequire(import.meta.url);

/** Loads the SDK and opens a client. Sets every option that the SDK would otherwise read from the environment. */
export function openClient({ apiKey, baseUrl }: AnthropicConfig, fetch?: Fetch): Anthropic {
  const sdk: typeof import('@anthropic-ai/sdk') = require('@anthropic-ai/sdk');
  return new sdk.default({
    apiKey,
    authToken: null,
    webhookKey: null,
    baseURL: baseUrl,
    maxRetries: 0,
    timeout: longestTimerMs, // off: the SDK's timeout does not cover the body, eva's does
    logLevel: 'off',
    openTelemetry: false,
    fetch: fetch ?? ((address, init) => fetchWhole(String(address), init ?? {}, apiKey)),
  });
}

const sentHeaders = ['accept', 'anthropic-version', 'content-type', 'user-agent'];

/** Fetches for the SDK: reads the whole body, and drops headers that come from environment variables. */
async function fetchWhole(address: string, init: RequestInit, apiKey: string): Promise<Response> {
  const given = init.headers instanceof Headers ? init.headers : new Headers(init.headers);
  const headers = { ...Object.fromEntries(named(sentHeaders, given)), authorization: `Bearer ${apiKey}` };
  const signal = init.signal ?? new AbortController().signal;
  const answer = await httpPost(address, { headers, body: String(init.body ?? ''), signal });
  return new WholeResponse(answer) as unknown as Response;
}

const readHeaders = ['content-type', 'retry-after', 'retry-after-ms'];

/**
 * An answer in memory, with the part of `Response` that the SDK uses. A real `Response` costs a run of small calls 4 % of its CPU time, and
 * more than everything else together if its body is a stream.
 */
class WholeResponse implements Pick<Response, 'status' | 'ok' | 'url' | 'body' | 'text' | 'json'> {
  readonly status: number;
  readonly ok: boolean;
  readonly headers: ReadonlyMap<string, string>;
  readonly body = null;
  readonly url = '';
  readonly #text: string;

  constructor({ status, headers, text }: Answer) {
    this.status = status;
    this.ok = status >= 200 && status <= 299;
    this.headers = new Map(named(readHeaders, headers));
    this.#text = text;
  }

  async text(): Promise<string> {
    return forSdk(this.#text);
  }

  async json(): Promise<unknown> {
    return parseBounded(this.#text);
  }
}

/** Returns the text of an error for the SDK, which parses texts of any size; a short notice instead if the text exceeds eva's bounds. */
function forSdk(text: string): string {
  const excess = excessOf(text);
  return excess ? `the server's answer ${describeExcess(excess)}` : text;
}

function named(names: readonly string[], headers: AnswerHeaders): readonly (readonly [string, string])[] {
  return names.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
}

function headersIn(value: unknown): AnswerHeaders {
  const given = value instanceof Headers || value instanceof Map ? value : undefined;
  return { get: (name) => given?.get(name) ?? null };
}

/** Converts an error of the SDK to a failure. Reads its fields as well as its class, since the SDK has no class for a truncated body. */
export function failureOf(error: unknown, redact: (text: string) => string): ProviderFailure {
  for (let one = error; one instanceof Error; one = one.cause) if (one instanceof ProviderFailure) return one;
  if (!(error instanceof Error)) return new ProviderFailure('broken_body', attemptTexts.sdk_failed());
  if ('status' in error && typeof error.status === 'number' && 'headers' in error && 'error' in error) {
    const text =
      error.error === undefined ? error.message.slice(`${error.status} `.length) : JSON.stringify(error.error);
    return failureOfStatus({ status: error.status, headers: headersIn(error.headers), text }, redact);
  }
  if (/^APIConnection/.test(error.name))
    return new ProviderFailure('connection', attemptTexts.no_connection_to_server());
  return new ProviderFailure('broken_body', attemptTexts.answer_unreadable({ error: error.name }));
}
