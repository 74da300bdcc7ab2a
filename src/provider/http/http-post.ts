import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { ProviderFailure } from '../failure.js';

/** Answers above this are not read to their end. */
const maxBodyBytes = 32 * 1024 * 1024;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The whole body, as UTF-8. */
  readonly text: string;
}

export interface PostOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
}

/**
 * Posts a text and reads the whole answer, whatever its status. Redirects are not followed: the body and the key were
 * meant for one address. Throws `ProviderFailure` `connection` before the answer's head and `broken_body` after it,
 * and the signal's reason if that was aborted. There is no time limit but the signal: `fetch` gives up after 300 s of
 * silence, and a slow local model is silent for longer.
 */
export async function httpPost(address: string, options: PostOptions): Promise<Answer> {
  const url = readAddress(address);
  options.signal.throwIfAborted();
  const response = await head(url, options);
  const text = await wholeBody(response, options.signal);
  return { status: response.statusCode ?? 0, headers: headersOf(response), text };
}

function readAddress(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  throw new ProviderFailure('bad_request', 'the base URL is not an http or https address');
}

function head(url: URL, { headers, body, signal }: PostOptions): Promise<IncomingMessage> {
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const request = send(url, { method: 'POST', headers, signal });
    request.once('response', resolve);
    request.on('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code ?? 'no reason given';
      const failure = new ProviderFailure('connection', `no connection to ${url.host} (${reason})`);
      reject(signal.aborted ? signal.reason : failure);
    });
    request.end(body);
  });
}

async function wholeBody(response: IncomingMessage, signal: AbortSignal): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > maxBodyBytes) throw new ProviderFailure('broken_body', 'the answer is larger than 32 MB');
    }
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ProviderFailure) throw error;
    throw new ProviderFailure('broken_body', 'the answer broke off in the middle');
  }
  return Buffer.concat(chunks).toString('utf8');
}

function headersOf(response: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(response.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  return headers;
}
