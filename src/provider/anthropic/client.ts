import { createRequire } from 'node:module';
import type Anthropic from '@anthropic-ai/sdk';
import { attemptTexts } from '#errors/failures/attempt.js';
import { describeExcess, excessOf, type JsonObject } from '#model/data/json.js';
import { longestTimerMs } from '#model/limits.js';
import { isError } from '#model/thrown.js';
import { ProviderFailure } from '../failure.js';
import { failureOfStatus } from '../http/http-failure.js';
import { type Answer, type AnswerHeaders, httpPost } from '../http/http-post.js';
import { parseJson } from '../http/json-shape.js';

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
    ...switchedOff,
    apiKey,
    authToken: null,
    baseURL: baseUrl,
    fetch: fetch ?? ((address, init) => fetchWhole(String(address), init ?? {}, apiKey)),
  });
}

/** The options that keep a client from what eva does itself, and from the environment. */
const switchedOff = {
  webhookKey: null,
  maxRetries: 0,
  timeout: longestTimerMs, // the SDK's timeout does not cover the body, eva's does
  logLevel: 'off',
  openTelemetry: false,
} as const;

/** The part of the SDK's clients that eva uses. */
export interface SdkClient {
  post(path: string, sending: { readonly body: JsonObject; readonly signal: AbortSignal }): Promise<unknown>;
}

interface SdkRequest {
  readonly headers: Headers;
}

/**
 * Returns the options of the clients of clouds. Headers that come from environment variables are dropped before the client signs a request,
 * since a signature covers all of them. `apiKey` is sent as a bearer token, if there is one.
 */
export function cloudOptions(apiKey?: string): object {
  const authorization = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
  const dropHeaders = (request: SdkRequest, next: (request: SdkRequest) => Promise<Response>) =>
    next({
      ...request,
      headers: new Headers({ ...Object.fromEntries(named(sentHeaders, request.headers)), ...authorization }),
    });
  const fetch: Fetch = (address, init = {}) => post(String(address), init, Object.fromEntries(headersOf(init)));
  return { ...switchedOff, middleware: [dropHeaders], fetch };
}

const sentHeaders = ['accept', 'anthropic-version', 'content-type', 'user-agent'];

/** Fetches for the SDK: reads the whole body, and drops headers that come from environment variables. */
async function fetchWhole(address: string, init: RequestInit, apiKey: string): Promise<Response> {
  const given = Object.fromEntries(named(sentHeaders, headersOf(init)));
  return post(address, init, { ...given, authorization: `Bearer ${apiKey}` });
}

function headersOf({ headers }: RequestInit): Headers {
  return new Headers(headers);
}

async function post(address: string, init: RequestInit, headers: Readonly<Record<string, string>>): Promise<Response> {
  const signal = init.signal ?? new AbortController().signal;
  const answer = await httpPost(address, { headers, body: String(init.body ?? ''), signal });
  return new WholeResponse(answer) as unknown as Response;
}

const readHeaders = ['content-type', 'retry-after', 'retry-after-ms', 'x-amzn-errortype'];

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
    return parseJson(this.#text) ?? this.#text;
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
  const isGiven = typeof value === 'object' && value !== null && 'get' in value && typeof value.get === 'function';
  return { get: (name) => (isGiven ? ((value as AnswerHeaders).get(name) ?? null) : null) };
}

/** Converts an error of the SDK to a failure. Reads its fields as well as its class, since the SDK has no class for a truncated body. */
export function failureOf(error: unknown, redact: (text: string) => string): ProviderFailure {
  for (let one = error; isError(one); one = one.cause) if (one instanceof ProviderFailure) return one;
  if (!isError(error)) return new ProviderFailure('broken_body', attemptTexts.sdk_failed());
  if ('status' in error && typeof error.status === 'number' && 'headers' in error && 'error' in error) {
    const text =
      error.error === undefined ? error.message.slice(`${error.status} `.length) : JSON.stringify(error.error);
    return failureOfStatus({ status: error.status, headers: headersIn(error.headers), text }, redact);
  }
  if (/^APIConnection/.test(error.name))
    return new ProviderFailure('connection', attemptTexts.no_connection_to_server());
  return new ProviderFailure('broken_body', attemptTexts.answer_unreadable({ error: error.name }));
}
