import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { type FakeReply, toMessage } from './fake-messages-api.js';
import { flawOfRequest, validatorOf } from './request-schema.js';

/** The result of one request of a batch: an answer, an error of this type, or its expiry. */
export type FakeOutcome = 'succeeded' | 'expired' | 'canceled' | { readonly error: string; readonly message?: string };

/** The operation of a call. */
export type BatchCall = 'create' | 'list' | 'retrieve' | 'results' | 'message';

/**
 * The fault of one call: an error; no answer at all; a reset before the call takes effect; `lost`: it takes effect and
 * the connection is reset; `unanswered`: it takes effect without an answer; `cut`: half of the answer, then a reset; `stall`: half of
 * it, then nothing; `slow`: the other half 100 ms later; or status 200 with this body.
 */
export type BatchFault =
  | null
  | {
      readonly status: number;
      readonly headers?: Record<string, string>;
      readonly text?: string;
      /** The error comes after the call took effect. */
      readonly isDone?: true;
    }
  | { readonly body: string }
  | 'hang'
  | 'refuse'
  | 'lost'
  | 'unanswered'
  | 'cut'
  | 'stall'
  | 'slow';

export interface FakeBatchesOptions {
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever was sent
  readonly answer?: (body: any) => string | FakeReply;
  /** Number of polls before a batch has ended. */
  readonly polls?: number;
  /** Returns the result of a request, given the number of its earlier submissions. */
  readonly outcome?: (customId: string, earlier: number) => FakeOutcome;
  /** Returns the fault of a call. Calls of each kind count from 0. */
  readonly fault?: (call: BatchCall, number: number) => BatchFault;
  /** Called before each call is handled. */
  readonly onCall?: (call: BatchCall, number: number) => void;
}

export interface FakeBatch {
  readonly id: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever was sent
  readonly requests: readonly { readonly custom_id: string; readonly params: any }[];
  readonly bytes: number;
  /** Number of polls until its end. */
  polls: number;
  isGone: boolean;
  /** True if the list does not show it yet. */
  isUnlisted: boolean;
  isArchived: boolean;
  readonly outcomes: ReadonlyMap<string, FakeOutcome>;
}

export interface FakeBatchesApi {
  readonly url: string;
  /** In the order of their creation. */
  readonly batches: readonly FakeBatch[];
  /** Number of submissions of each request, by custom id. */
  readonly submitted: ReadonlyMap<string, number>;
  /** Number of calls of each kind. */
  readonly calls: Readonly<Record<BatchCall, number>>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever was sent
  readonly messages: readonly any[];
  /** Adds a foreign batch on the same account. */
  addBatch(ids: readonly string[]): FakeBatch;
  close(): Promise<void>;
}

interface SentBody {
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
}

/** Starts a loopback server with the Message Batches API and the Messages API. Use `url` as ANTHROPIC_BASE_URL. */
export async function startFakeBatchesApi(options: FakeBatchesOptions = {}): Promise<FakeBatchesApi> {
  const { answer = () => 'hello', polls = 1, outcome = () => 'succeeded', fault = () => null, onCall } = options;
  validatorOf('/v1/messages/batches');
  const batches: FakeBatch[] = [];
  const submitted = new Map<string, number>();
  const messages: unknown[] = [];
  const calls: Record<BatchCall, number> = { create: 0, list: 0, retrieve: 0, results: 0, message: 0 };
  const add = (requests: FakeBatch['requests'], bytes: number): FakeBatch => {
    const outcomes = new Map<string, FakeOutcome>();
    for (const { custom_id } of requests) {
      const earlier = submitted.get(custom_id) ?? 0;
      outcomes.set(custom_id, outcome(custom_id, earlier));
      submitted.set(custom_id, earlier + 1);
    }
    const id = `msgbatch_${String(batches.length + 1).padStart(4, '0')}`;
    const batch = { id, requests, bytes, polls, isGone: false, isUnlisted: false, isArchived: false, outcomes };
    batches.push(batch);
    return batch;
  };
  const handle = (call: BatchCall, url: URL, { body, headers }: SentBody): Answer => {
    const id = url.pathname.split('/')[4] ?? '';
    const batch = batches.find((one) => one.id === id && !one.isGone);
    switch (call) {
      case 'message': {
        const parsed = JSON.parse(body);
        messages.push(parsed);
        return json(toMessage(parsed, answer(parsed)));
      }
      case 'create': {
        const { requests } = JSON.parse(body);
        const flaw = flawOf(requests) ?? flawOfRequest('/v1/messages/batches', { requests }, headers);
        return flaw ? refusal(400, 'invalid_request_error', flaw) : json(shown(add(requests, Buffer.byteLength(body))));
      }
      case 'list':
        return json(page(batches, url.searchParams));
      case 'retrieve':
        if (!batch) return refusal(404, 'not_found_error', 'no such batch');
        batch.polls -= 1;
        return json(shown(batch));
      case 'results':
        if (!batch || batch.polls > 0) return refusal(404, 'not_found_error', 'no results');
        return { status: 200, type: 'application/binary', text: resultsOf(batch, answer) };
    }
  };
  const server = createServer(async (incoming, response) => {
    response.on('error', () => {});
    const body = await textOf(incoming).catch(() => null);
    if (body === null) return; // the caller was killed while it sent
    const url = new URL(incoming.url ?? '/', 'http://fake');
    const call = callOf(incoming.method ?? '', url.pathname);
    if (!call) {
      send(response, refusal(404, 'not_found_error', 'no such path'));
      return;
    }
    const number = calls[call]++;
    onCall?.(call, number);
    behave(fault(call, number), response, () => handle(call, url, { body, headers: incoming.headers }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    batches,
    submitted,
    calls,
    messages,
    addBatch: (ids) =>
      add(
        ids.map((custom_id) => ({ custom_id, params: { model: 'claude-test', messages: [{ content: custom_id }] } })),
        0,
      ),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  readonly headers?: Record<string, string>;
}

function callOf(method: string, path: string): BatchCall | undefined {
  if (path === '/v1/messages') return 'message';
  if (path === '/v1/messages/batches') return method === 'POST' ? 'create' : 'list';
  if (/^\/v1\/messages\/batches\/[^/]+$/.test(path)) return 'retrieve';
  return /^\/v1\/messages\/batches\/[^/]+\/results$/.test(path) ? 'results' : undefined;
}

function behave(fault: BatchFault, response: ServerResponse, handle: () => Answer): void {
  if (fault === null) send(response, handle());
  else if (typeof fault === 'string') breakDown(fault, response, handle);
  else if ('body' in fault) send(response, { ...json(null), text: fault.body });
  else {
    if (fault.isDone) handle();
    send(response, { ...refusal(fault.status, 'api_error', `fault ${fault.status}`), ...fault });
  }
}

function breakDown(fault: BatchFault & string, response: ServerResponse, handle: () => Answer): void {
  const reset = () => response.socket?.resetAndDestroy();
  if (fault === 'hang') return;
  if (fault === 'refuse') {
    reset();
    return;
  }
  const { status, type, text } = handle();
  if (fault === 'unanswered') return;
  if (fault === 'lost') {
    reset();
    return;
  }
  const [half, rest] = [text.slice(0, text.length / 2), text.slice(text.length / 2)];
  response.writeHead(status, { 'content-type': type }).write(half, () => {
    if (fault === 'cut') reset();
    if (fault === 'slow') setTimeout(() => response.end(rest), 100);
  });
}

function send(response: ServerResponse, { status, type, text, headers = {} }: Answer): void {
  response.writeHead(status, { 'content-type': type, ...headers }).end(text);
}

function json(value: unknown): Answer {
  return { status: 200, type: 'application/json', text: JSON.stringify(value) };
}

function refusal(status: number, type: string, message: string): Answer {
  return { ...json({ type: 'error', error: { type, message } }), status };
}

/** Returns the flaw of a batch by the API reference; null without one. */
function flawOf(requests: unknown): string | null {
  if (!Array.isArray(requests) || requests.length < 1 || requests.length > 100_000) return 'requests: 1 to 100,000';
  const ids = requests.map(({ custom_id }) => custom_id);
  if (!ids.every((id) => /^[a-zA-Z0-9_-]{1,64}$/.test(id))) return 'custom_id: odd characters, or too long';
  if (new Set(ids).size < ids.length) return 'custom_id: given twice';
  return requests.every(({ params }) => params?.model && params.max_tokens > 0) ? null : 'params: incomplete';
}

/** Returns a batch as the API describes it. Its counts stay 0 until it has ended. */
function shown(batch: FakeBatch): unknown {
  const hasEnded = batch.polls <= 0;
  const of = (isIt: (outcome: FakeOutcome) => boolean) =>
    hasEnded ? [...batch.outcomes.values()].filter(isIt).length : 0;
  const results = `https://results.invalid/v1/messages/batches/${batch.id}/results`;
  return {
    id: batch.id,
    type: 'message_batch',
    processing_status: hasEnded ? 'ended' : 'in_progress',
    request_counts: {
      processing: hasEnded ? 0 : batch.requests.length,
      succeeded: of((one) => one === 'succeeded'),
      errored: of((one) => typeof one === 'object'),
      expired: of((one) => one === 'expired'),
      canceled: of((one) => one === 'canceled'),
    },
    created_at: '2026-01-02T03:04:05Z',
    archived_at: batch.isArchived ? '2026-02-02T03:04:05Z' : null,
    results_url: hasEnded ? results : null,
  };
}

/** Returns a page of batches, newest first. */
function page(batches: readonly FakeBatch[], query: URLSearchParams): unknown {
  const newestFirst = batches.filter(({ isGone, isUnlisted }) => !isGone && !isUnlisted).reverse();
  const after = query.get('after_id');
  const start = after === null ? 0 : newestFirst.findIndex(({ id }) => id === after) + 1;
  const end = start + Number(query.get('limit') ?? 20);
  const data = newestFirst.slice(start, end).map(shown);
  return { data, has_more: end < newestFirst.length, first_id: null, last_id: null };
}

/** Returns the results sorted by id, and not in the order of the requests. */
function resultsOf({ requests, outcomes }: FakeBatch, answer: NonNullable<FakeBatchesOptions['answer']>): string {
  const shuffled = [...requests].sort((a, b) => a.custom_id.localeCompare(b.custom_id));
  const lines = shuffled.map(({ custom_id, params }) => {
    const outcome = outcomes.get(custom_id) ?? 'succeeded';
    return JSON.stringify({ custom_id, result: resultOf(outcome, () => toMessage(params, answer(params))) });
  });
  return `${lines.join('\n')}\n`;
}

function resultOf(outcome: FakeOutcome, message: () => unknown): unknown {
  if (outcome === 'succeeded') return { type: 'succeeded', message: message() };
  if (typeof outcome === 'string') return { type: outcome };
  const error = { type: outcome.error, message: outcome.message ?? `the request met ${outcome.error}` };
  return { type: 'errored', error: { type: 'error', error } };
}
