import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { type CheckedPath, flawOfRequest, validatorOf } from './request-schema.js';

/** The fault of one request; `null` for none. */
export type Fault =
  | null
  /** An error with its body in the API's own form; `echo` puts the authorization header into its message. */
  | {
      readonly status: number;
      readonly headers?: Record<string, string>;
      readonly message?: string;
      readonly echo?: true;
      /** The whole body, instead of one in the API's own form. */
      readonly json?: unknown;
    }
  /** Delays the answer, in milliseconds. */
  | { readonly delayMs: number }
  /** Delays the answer until this promise is resolved. */
  | { readonly until: Promise<unknown> }
  /** 200 with this body. */
  | { readonly body: string; readonly type?: string }
  /** No answer at all. */
  | 'hang'
  /** The head and half of the body, then nothing. */
  | 'hang_after_headers'
  /** One byte of the body every 20 ms. */
  | 'drip'
  /** A body shorter than its content-length, then the connection closes. */
  | 'truncate'
  /** The connection is reset in the middle of a chunked body. */
  | 'reset'
  /** The connection is reset before the head. */
  | 'refuse'
  /** 200 with a web page. */
  | 'html'
  /** 200 with `{}`. */
  | 'empty_object'
  /** 200 with JSON that stops in the middle. */
  | 'malformed';

/** Faults of the first requests in order, or a function of the request's number from 0. */
export type Faults = readonly Fault[] | ((number: number, seen: SeenRequest) => Fault);

export interface SeenRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever was sent
  readonly body: any;
}

export interface FakeServer {
  readonly url: string;
  /** Every request in order, including those with faults. */
  readonly requests: readonly SeenRequest[];
  /** The maximum number of concurrent requests. */
  readonly mostAtOnce: () => number;
  /** Number of connections. */
  readonly connections: () => number;
  /** Resolves once no connection is open: then all that a killed process sent is in `requests`. */
  quiet(): Promise<void>;
  close(): Promise<void>;
}

export interface FakeHttpOptions {
  readonly path: CheckedPath;
  /** Returns true for the paths of requests. Default: `path` alone. */
  readonly isAt?: (path: string) => boolean;
  readonly faults: Faults;
  readonly answer: (body: SeenRequest['body']) => unknown;
  /** Returns the model in the path of a request to a cloud; null for other paths. It is put into the body that `answer` and tests see. */
  readonly modelIn?: (path: string) => string | null;
  /** Returns why a request to a cloud is not let in; null if it is. */
  readonly refusal?: (seen: SeenRequest, text: string) => Refusal | null;
  /** The answer as server-sent events, for requests with `stream: true`. */
  readonly stream?: (answer: unknown) => string;
}

export interface Refusal {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body: unknown;
}

/**
 * Starts a loopback server that answers `POST path` with JSON or with a fault, and with status 400 if the body is no request of the API. It
 * answers `HEAD` without counting it.
 */
export async function startFakeHttp({
  path,
  isAt = (at) => at === path,
  ...fake
}: FakeHttpOptions): Promise<FakeServer> {
  const { faults, answer, stream, modelIn, refusal } = fake;
  validatorOf(path);
  const requests: SeenRequest[] = [];
  let inHand = 0;
  let most = 0;
  let connections = 0;
  const server = createServer(async (incoming, response) => {
    if (incoming.method === 'HEAD') return void response.end();
    most = Math.max(most, ++inHand);
    response.once('close', () => inHand--);
    const text = await textOf(incoming).catch(() => null);
    if (text === null) return; // the caller was killed while it sent
    const seen = { path: incoming.url ?? '', headers: incoming.headers, body: JSON.parse(text || 'null') };
    const number = requests.push(seen) - 1;
    const at = seen.path.split('?')[0] ?? '';
    const model = modelIn?.(at);
    const isOurs = incoming.method === 'POST' && (modelIn ? typeof model === 'string' : isAt(at));
    const flaw = isOurs && seen.body?.stream !== true ? flawOfRequest(path, seen.body, seen.headers) : null;
    const refused = isOurs ? (refusal?.(seen, text) ?? null) : null;
    if (isOurs && model) seen.body = { model, ...seen.body };
    const fault = typeof faults === 'function' ? faults(number, seen) : (faults[number] ?? null);
    const streamed = isOurs && fault === null && seen.body.stream === true ? stream?.(answer(seen.body)) : undefined;
    if (refused !== null) sendJson(response, refused.status, refused.body, refused.headers);
    else if (flaw !== null) sendJson(response, 400, errorBody(flaw));
    else if (streamed !== undefined) sendText(response, streamed, 'text/event-stream');
    else if (isOurs) misbehave(fault, seen, response, () => answer(seen.body));
    else sendJson(response, 404, errorBody('no such path'));
  });
  server.on('connection', () => connections++);
  server.keepAliveTimeout = 60_000; // closed while a client waits to retry, a connection could fail a request unseen
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    mostAtOnce: () => most,
    connections: () => connections,
    quiet: async () => {
      const open = promisify(server.getConnections.bind(server));
      while ((await open()) > 0) await new Promise((resolve) => setTimeout(resolve, 2));
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function misbehave(fault: Fault, seen: SeenRequest, response: ServerResponse, answer: () => unknown): void {
  if (fault === null) sendJson(response, 200, answer());
  else if (typeof fault === 'string') breakDown(fault, response, answer);
  else if ('body' in fault) sendText(response, fault.body, fault.type ?? 'application/json');
  else if ('delayMs' in fault) setTimeout(() => sendJson(response, 200, answer()), fault.delayMs);
  else if ('until' in fault) void fault.until.then(() => sendJson(response, 200, answer()));
  else {
    const echoed = fault.echo ? ` authorization was ${seen.headers.authorization ?? seen.headers['api-key']}` : '';
    const body = fault.json ?? errorBody(`${fault.message ?? `fault ${fault.status}`}${echoed}`);
    sendJson(response, fault.status, body, fault.headers);
  }
}

function breakDown(fault: Fault & string, response: ServerResponse, answer: () => unknown): void {
  const whole = JSON.stringify(answer());
  const half = whole.slice(0, whole.length / 2);
  const json = { 'content-type': 'application/json' };
  const announced = { ...json, 'content-length': Buffer.byteLength(whole) };
  switch (fault) {
    case 'hang':
      break;
    case 'hang_after_headers':
      response.writeHead(200, announced).write(half);
      break;
    case 'drip':
      drip(response.writeHead(200, announced), whole);
      break;
    case 'truncate':
      response.writeHead(200, announced).write(half, () => response.socket?.end());
      break;
    case 'reset':
      response.writeHead(200, json).write(half, () => response.socket?.resetAndDestroy());
      break;
    case 'refuse':
      response.socket?.resetAndDestroy();
      break;
    case 'html':
      sendText(response, '<html><body>Welcome to the café</body></html>', 'text/html');
      break;
    case 'empty_object':
      sendText(response, '{}', json['content-type']);
      break;
    case 'malformed':
      sendText(response, half, json['content-type']);
      break;
  }
}

function drip(response: ServerResponse, text: string): void {
  let at = 0;
  const timer = setInterval(() => response.write(text.charAt(at++)), 20);
  response.once('close', () => clearInterval(timer));
}

function sendJson(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

function sendText(response: ServerResponse, body: string, type: string): void {
  response.writeHead(200, { 'content-type': type }).end(body);
}

/** Returns an error body that resembles those of both APIs. */
function errorBody(message: string): unknown {
  return { type: 'error', error: { type: 'some_error', message } };
}
