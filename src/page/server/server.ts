import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Admitted, admit, cookieName, type Door, type DoorAdmission } from './admission.js';

/** The clock that ends an idle server. Times in milliseconds. */
export interface ServerClock {
  readonly now: () => number;
  /** Resolves after this time; rejects when the signal is aborted. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

export interface ServerOptions extends Omit<Door, 'port'> {
  /** 0 for a free one. */
  readonly port: number;
  readonly clock: ServerClock;
  /** The time that the headers of a request may take, in milliseconds. Default: 10 s. */
  readonly headersTimeout?: number;
  readonly signal: AbortSignal;
  /** Answers an admitted request. An error becomes a page that says so. */
  readonly answer: (request: Admitted) => ServerAnswer | Promise<ServerAnswer>;
  readonly pageOf: (error: unknown) => ServerAnswer;
}

interface OpenServer {
  readonly port: number;
  /** Resolves once the server has ended, with the reason: nobody asked for a long time, or the signal. */
  readonly ended: Promise<'idle' | 'stopped'>;
}

/** The server ends after this time without a request, in milliseconds. */
export const idleMs = 8 * 60 * 60 * 1000;

/** Opens a server on 127.0.0.1. Rejects with the error of the system if the port is taken. */
export async function openServer(options: ServerOptions): Promise<OpenServer> {
  const { clock, signal, headersTimeout = limits.headersTimeout } = options;
  let lastRequest = clock.now();
  const touch = () => {
    lastRequest = clock.now();
  };
  const server = createServer({ ...limits, headersTimeout }, (request, response) => {
    touch();
    const door = { token: options.token, session: options.session, port: portOf(server) };
    void respond(request, response, { ...options, door, touch }).catch(() => response.destroy());
  });
  server.maxConnections = 64;
  await listening(server, options.port);
  const ended = untilIdle(() => lastRequest, clock, signal).then((reason) => closed(server, reason));
  return { port: portOf(server), ended };
}

const limits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 5000,
  maxHeaderSize: 16 * 1024,
  /** How often these times are checked. Slow senders would hold all connections for the 30 s that Node waits by default. */
  connectionsCheckingInterval: 1000,
};

function listening(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host: '127.0.0.1' }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo | null)?.port ?? 0;
}

async function untilIdle(lastRequest: () => number, { now, sleep }: ServerClock, signal: AbortSignal) {
  for (let left = idleMs; left > 0; left = lastRequest() + idleMs - now()) {
    try {
      await sleep(left, signal);
    } catch {
      return 'stopped';
    }
  }
  return 'idle';
}

function closed<T>(server: Server, reason: T): Promise<T> {
  return new Promise((resolve) => {
    server.close(() => resolve(reason));
    server.closeAllConnections();
  });
}

interface Surroundings extends Pick<ServerOptions, 'answer' | 'pageOf' | 'signal'> {
  readonly door: Door;
  readonly touch: () => void;
}

async function respond(request: IncomingMessage, response: ServerResponse, world: Surroundings): Promise<void> {
  const { method = '', url: target = '', rawHeaders: headers } = request;
  const admission = admit({ method, target, headers }, world.door);
  if (admission.kind !== 'admitted') return turnAway(response, admission, world.door);
  const left = new AbortController();
  response.once('close', () => left.abort());
  const signal = AbortSignal.any([world.signal, left.signal]);
  const answer = await answerOf({ ...admission.request, signal }, world);
  if (answer.kind === 'document') return sendDocument(response, answer, method);
  await sendEvents(response, answer.events, { ...world, method, signal });
}

async function answerOf(request: Admitted, { answer, pageOf }: Surroundings): Promise<ServerAnswer> {
  try {
    return await answer(request);
  } catch (error) {
    return pageOf(error);
  }
}

/** Refuses a request in one sentence, or lets a browser in: it gets the cookie, and its address loses the token. */
function turnAway(response: ServerResponse, admission: Exclude<DoorAdmission, { kind: 'admitted' }>, door: Door): void {
  if (admission.kind === 'refused') {
    response.writeHead(admission.status, {
      ...safeHeaders('text'),
      ...(admission.status === 405 && { allow: 'GET, HEAD' }),
      connection: 'close',
    });
    response.end(`${admission.reason}\n`);
    return;
  }
  const cookie = `${cookieName(door)}=${door.session}; Path=/; HttpOnly; SameSite=Strict`;
  const { to, isFromElsewhere } = admission;
  // A browser sends no strict cookie along a redirect that began on another site, so that page goes on by itself.
  if (isFromElsewhere) {
    response.writeHead(200, { ...safeHeaders('html'), 'set-cookie': cookie, refresh: `0; url=${to}` });
    response.end();
    return;
  }
  response.writeHead(303, { ...safeHeaders('text'), 'set-cookie': cookie, location: to });
  response.end();
}

async function sendDocument(response: ServerResponse, { status, type, pieces }: DocumentAnswer, method: string) {
  response.writeHead(status, safeHeaders(type));
  if (method === 'HEAD') response.end();
  else await pipeline(Readable.from(pieces), response);
}

async function sendEvents(
  response: ServerResponse,
  events: (signal: AbortSignal) => AsyncIterable<object>,
  { signal, touch, method }: Pick<Surroundings, 'signal' | 'touch'> & { readonly method: string },
): Promise<void> {
  response.writeHead(200, safeHeaders('events'));
  if (method === 'HEAD') {
    response.end();
    return;
  }
  response.flushHeaders();
  for await (const event of events(signal)) {
    touch();
    if (!response.write(`data: ${JSON.stringify(event)}\n\n`)) await drained(response);
  }
  response.end();
}

/** Waits until a slow reader has taken what was written, or left. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    response.once('drain', resolve);
    response.once('close', resolve);
  });
}

export type ServerAnswer = DocumentAnswer | EventsAnswer;

interface DocumentAnswer {
  readonly kind: 'document';
  readonly status: number;
  readonly type: 'html' | 'json' | 'text';
  readonly pieces: Iterable<string>;
}

/** Server-sent events that go on until the reader leaves or `events` ends. */
interface EventsAnswer {
  readonly kind: 'events';
  /** Each event is an object that is sent as JSON. Aborting `signal` ends them. */
  readonly events: (signal: AbortSignal) => AsyncIterable<object>;
}

export function htmlAnswer(pieces: Iterable<string>, status = 200): ServerAnswer {
  return { kind: 'document', status, type: 'html', pieces };
}

export function jsonAnswer(value: object, status = 200): ServerAnswer {
  return { kind: 'document', status, type: 'json', pieces: [JSON.stringify(value)] };
}

const types = { html: 'text/html', json: 'application/json', text: 'text/plain' } as const;

/** Returns the headers of every answer: nothing is guessed, kept, framed, or given to pages of others. */
function safeHeaders(type: DocumentAnswer['type'] | 'events'): Readonly<Record<string, string>> {
  return {
    'content-type': type === 'events' ? 'text/event-stream; charset=utf-8' : `${types[type]}; charset=utf-8`,
    'content-security-policy': type === 'html' ? policyOfPages : policyOfData,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'no-store',
  };
}

/** A page carries a policy of its own that names the digests of its code and style. This one adds what only a header can say. */
const policyOfPages = "frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

const policyOfData = "default-src 'none'; frame-ancestors 'none'; sandbox";
