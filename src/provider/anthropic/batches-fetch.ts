import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { attemptTexts } from '#errors/failures/attempt.js';
import { parseBounded } from '#model/data/bounded-json.js';
import { ProviderFailure } from '../failure.js';
import { readAddress } from '../http/http-post.js';

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
    return new BoundedResponse(mayHaveBody ? (Readable.toWeb(answer) as ReadableStream<Uint8Array>) : null, {
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
      const reason = error.code ?? 'no reason given';
      reject(
        signal.aborted
          ? signal.reason
          : new ProviderFailure('connection', attemptTexts.no_connection({ host: url.host, reason })),
      );
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
