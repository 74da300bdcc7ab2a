import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { attemptTexts } from '#errors/failures/attempt.js';
import { type JsonObject, parseBounded } from '#model/data/json.js';
import type { BatchResult } from '../batch/batches-api.js';
import { failureText, ProviderFailure } from '../failure.js';
import { kindOfError } from '../http/answer-error.js';
import { connectionFailure, readAddress } from '../http/http-post.js';
import { asObject } from '../http/json-shape.js';
import { isFatal } from '../retry/retry-policy.js';
import { withDeadline } from '../timing.js';
import { readMessage } from './messages.js';

/** Reads the result of one request; undefined without the id of a request. `redact` hides keys in texts of the server. */
export function readResult(row: JsonObject, redact: (text: string) => string): BatchResult | undefined {
  const key = row['custom_id'];
  const result = asObject(row['result']);
  if (typeof key !== 'string' || !result) return undefined;
  switch (result['type']) {
    case 'succeeded':
      return { key, readReply: (request) => readMessage(result['message'], request, null, redact) };
    case 'errored':
      return { key, failure: failureOfError(asObject(result['error']), redact) };
    case 'expired':
      return { key, failure: passing(attemptTexts.batch_expired()) };
    case 'canceled':
      return { key, failure: passing(attemptTexts.batch_canceled()) };
    default:
      return { key, failure: passing(attemptTexts.batch_unknown_result()) };
  }
}

function failureOfError(response: JsonObject | undefined, redact: (text: string) => string): ProviderFailure {
  const error = asObject(response?.['error']) ?? response;
  const type = String(error?.['type'] ?? 'error');
  const kind = kindOfError(error);
  const message = failureText(redact(`${type}: ${String(error?.['message'] ?? 'no reason given')}`));
  return isFatal(kind) ? new ProviderFailure(kind, message) : passing(message);
}

/** Returns a temporary failure. It counts as an attempt even if the provider was busy, since the batch has already waited. */
function passing(message: string): ProviderFailure {
  return new ProviderFailure('server_error', message);
}

/** The maximum length of a line, in characters. */
const longestLine = 32 * 1024 * 1024;

/**
 * Streams the lines of a body without keeping them. Throws `ProviderFailure`: `timeout` if nothing arrives for `silenceMs`,
 * `broken_body` if the connection breaks or a line is too long. Throws the signal's reason if it is aborted.
 */
export async function* linesOf(response: Response, silenceMs: number, signal: AbortSignal): AsyncGenerator<string> {
  const reader = response.body?.getReader();
  if (!reader) return;
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await withDeadline(silenceMs, signal, () => read(reader, signal));
      const lines = (rest + decoder.decode(value, { stream: !done })).split('\n');
      rest = done ? '' : (lines.pop() ?? '');
      if (rest.length > longestLine) throw new ProviderFailure('broken_body', attemptTexts.results_line_too_long());
      yield* lines.filter((line) => line.trim() !== '');
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

async function read(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  signal: AbortSignal,
): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }> {
  try {
    return await reader.read();
  } catch {
    signal.throwIfAborted();
    throw new ProviderFailure('broken_body', attemptTexts.results_cut());
  }
}

const ownHeaders = ['accept', 'anthropic-version', 'content-length', 'content-type', 'user-agent'];

/**
 * Returns a `fetch` for the SDK that streams bodies, since a batch and its results are too large for memory. It follows no redirects, and
 * drops headers that the SDK took from environment variables. Each request opens its own connection: on a reused one a request may get
 * lost, and eva would not know whether the server read it.
 */
export function streamingFetch(apiKey: string): (address: unknown, init?: RequestInit) => Promise<Response> {
  return async (address, init = {}) => {
    const given = new Headers(init.headers);
    const own = ownHeaders.map((name) => [name, given.get(name) ?? ''] as const).filter(([, value]) => value !== '');
    const headers = { ...Object.fromEntries(own), authorization: `Bearer ${apiKey}` };
    const signal = init.signal ?? new AbortController().signal;
    const answer = await exchange(readAddress(String(address)), init, headers, signal);
    const status = answer.statusCode ?? 0;
    const mayHaveBody = ![204, 205, 304].includes(status);
    if (!mayHaveBody) answer.resume();
    return new BoundedResponse(mayHaveBody ? (Readable.toWeb(answer) as BodyInit) : null, {
      status,
      headers: headersOf(answer),
    });
  };
}

/** A response whose JSON is parsed within bounds. */
class BoundedResponse extends Response {
  override readonly json = async (): Promise<unknown> => parseBounded(await this.text());
}

function exchange(
  url: URL,
  { method = 'GET', body }: RequestInit,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const request = send(url, { method, headers, signal, agent: false });
    request.once('response', resolve);
    request.on('error', (error: NodeJS.ErrnoException) => {
      reject(signal.aborted ? signal.reason : connectionFailure(error, url));
    });
    if (body) {
      Readable.fromWeb(body as ReadableStream)
        .on('error', (error) => request.destroy(error))
        .pipe(request);
    } else request.end();
  });
}

function headersOf(response: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(response.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  return headers;
}
