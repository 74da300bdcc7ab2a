import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { attemptTexts } from '#model/reply/failed-attempt.js';
import { ProviderFailure } from '../provider.js';

const maxBodyBytes = 32 * 1024 * 1024;

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The whole body, as UTF-8 without a byte order mark. */
  readonly text: string;
}

interface PostOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
}

/**
 * Posts a text and reads the whole answer, whatever its status. Follows no redirects: the body and the key are meant for one address.
 * Throws `ProviderFailure`: `connection` before the head of the answer, `broken_body` after it. Throws the signal's reason if it is aborted.
 * Has no other time limit, unlike `fetch`, which stops after 300 s without data: a slow local model needs longer.
 */
export async function httpPost(address: string, { headers, body, signal }: PostOptions): Promise<HttpAnswer> {
  if (latest?.address !== address) latest = { address, url: readAddress(address) };
  const { url } = latest;
  signal.throwIfAborted();
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const request = send(url, { method: 'POST', headers });
  const abort = () => request.destroy(); // the option `signal` does the same at ten times the cost
  signal.addEventListener('abort', abort);
  try {
    return requireAnswer(await answerTo(request.end(body), url));
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Throws `ProviderFailure` `not_json` for a page for people that claims to be an answer, and for a stream of events. */
function requireAnswer(answer: HttpAnswer): HttpAnswer {
  const start = answer.status >= 200 && answer.status <= 299 ? answer.text.slice(0, 200) : '';
  if (/^\s*(?:<!--.*?-->\s*)?<(?:!doctype|html)/is.test(start))
    throw new ProviderFailure('not_json', attemptTexts.web_page());
  if (/^\s*(?:data|event|id|retry)?:/.test(start)) throw new ProviderFailure('not_json', attemptTexts.stream());
  return answer;
}

/** The last address: most calls of a run use the same one. */
let latest: { readonly address: string; readonly url: URL } | undefined;

/** Reads the address of a request. Throws `ProviderFailure` `no_api` if it is not an http or https address. */
function readAddress(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  throw new ProviderFailure('no_api', attemptTexts.bad_address());
}

function answerTo(request: ClientRequest, url: URL): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const unreachable = (error: NodeJS.ErrnoException) =>
      reject(connectionFailure(error, url, request.writableFinished));
    request.on('error', unreachable);
    request.once('response', (response) => {
      request.off('error', unreachable);
      request.on('error', () => {}); // `wholeAnswer` reports the error
      wholeAnswer(response).then(resolve, reject);
    });
  });
}

/** The codes of certificates of an authority that Node does not know, also of none at all. */
const unknownAuthority = /SELF_SIGNED|UNABLE_TO_GET_ISSUER|UNABLE_TO_VERIFY|CERT_UNTRUSTED/;

/** Returns the failure of a connection. `wasSent`: a model may have processed the request. */
function connectionFailure(
  { code: reason = 'no reason given' }: NodeJS.ErrnoException,
  { host }: URL,
  wasSent = false,
) {
  return unknownAuthority.test(reason)
    ? new ProviderFailure('unknown_authority', attemptTexts.unknown_authority({ host, reason }))
    : new ProviderFailure('connection', attemptTexts.no_connection({ host, reason }), { wasSent });
}

/** Reads an answer to its end. Throws `ProviderFailure` `broken_body` if it breaks off or is too large. */
export async function wholeAnswer(response: IncomingMessage): Promise<HttpAnswer> {
  const text = await new Promise<string>((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > maxBodyBytes) response.destroy(new ProviderFailure('broken_body', attemptTexts.answer_too_large()));
    });
    response.once('end', () =>
      resolve(
        Buffer.concat(chunks)
          .toString('utf8')
          .replace(/^\uFEFF/, ''),
      ),
    );
    const brokeOff = () => reject(new ProviderFailure('broken_body', attemptTexts.answer_cut()));
    response.on('error', (error) => (error instanceof ProviderFailure ? reject(error) : brokeOff()));
    response.once('close', () => response.complete || brokeOff());
  });
  const headers = new Headers(Object.entries(response.headers).map(([name, value]) => [name, String(value)]));
  return { status: response.statusCode ?? 0, headers, text };
}

/**
 * Sends a request whose body or answer is too large for memory, on a connection of its own: on a reused one a request may get lost, and eva would
 * not know whether the server read it. Throws `ProviderFailure` `connection`, or the signal's reason if it is aborted.
 */
export function httpExchange(
  address: string,
  method: string,
  { headers, body, signal }: Omit<PostOptions, 'body'> & { readonly body: ReadableStream | null },
): Promise<IncomingMessage> {
  const url = readAddress(address);
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const request = send(url, { method, headers, signal, agent: false });
    request.once('response', resolve);
    request.on('error', (error) => reject(signal.aborted ? signal.reason : connectionFailure(error, url)));
    if (!body) return request.end();
    return Readable.fromWeb(body)
      .on('error', (error) => request.destroy(error))
      .pipe(request);
  });
}
