import type Anthropic from '@anthropic-ai/sdk';
import type { JsonObject } from '#model/data/json.js';
import { attemptTexts } from '#model/reply/failed-attempt.js';
import { isBatchId } from '../batch/batch-log.js';
import type { Batch, BatchesApi, BatchResult, Chunk } from '../batch/batches-api.js';
import type { WaitingCall } from '../batch/waiting-calls.js';
import { asCount, asObject, parseJson } from '../http/answer-fields.js';
import { kindOfError } from '../http/http-failure.js';
import { failureText, ProviderFailure } from '../provider.js';
import { isFatal } from '../wrappers/fatal-failures.js';
import { withDeadline } from '../wrappers/limits.js';
import { readMessage, toBody, versionHeader } from './messages.js';
import { type AnthropicConfig, failureOf, openClient, streamed } from './sdk-client.js';

/** Time limits of one call, in milliseconds: for an answer, for the submission of a batch, and between two pieces of results. */
export interface BatchCallLimits {
  readonly answerMs: number;
  readonly createMs: number;
  readonly silenceMs: number;
}

export const ordinaryCallLimits: BatchCallLimits = { answerMs: 120_000, createMs: 600_000, silenceMs: 120_000 };

const path = '/v1/messages/batches';
const pageSize = 100;
const mostPages = 100;

/** Opens the Message Batches API through its SDK, which is loaded with the first call. */
export function createBatchesApi(config: AnthropicConfig, limits: BatchCallLimits = ordinaryCallLimits): BatchesApi {
  let opened: Anthropic | undefined;
  const call = <T>(ms: number, signal: AbortSignal, work: (client: Anthropic, signal: AbortSignal) => Promise<T>) =>
    withDeadline(ms, signal, async (inner) => {
      opened ??= openClient(config);
      try {
        return await work(opened, inner);
      } catch (error) {
        throw failureOf(error, config.redact);
      }
    });
  const page = (query: Readonly<Record<string, string | number>>, outer: AbortSignal) =>
    call(limits.answerMs, outer, (client, signal) => client.get(path, { query, signal }));
  return {
    split: (calls) => chunksOf(calls),
    create: (chunk, outer) =>
      call(limits.createMs, outer, async (client, signal) => {
        const body = { [Symbol.asyncIterator]: () => piecesOf(chunk.calls) };
        const version = versionHeader(chunk.calls.map(({ request }) => request));
        const headers = { ...version, 'content-type': 'application/json', 'content-length': String(chunk.bytes) };
        return toBatch(parseJson(String(await client.post(path, { body, headers, signal }))));
      }),
    retrieve: (id, outer) =>
      call(limits.answerMs, outer, async (client, signal) =>
        toBatch(parseJson(String(await client.get(`${path}/${encodeURIComponent(id)}`, { signal })))),
      ),
    newest: async (signal) => {
      const [first] = readPage(await page({ limit: 1 }, signal)).batches;
      return first ?? null;
    },
    newerThan: (id, signal) => newerThan(id, (query) => page(query, signal)),
    results: (id, signal) => results(id, signal, call, { ...limits, redact: config.redact }),
  };
}

type CallOnce = <T>(
  ms: number,
  signal: AbortSignal,
  work: (client: Anthropic, signal: AbortSignal) => Promise<T>,
) => Promise<T>;

/** Yields the results of a batch. Ignores `results_url` and reads from the base URL: eva sends the key to no other address. */
async function* results(
  id: string,
  outer: AbortSignal,
  call: CallOnce,
  { answerMs, silenceMs, redact }: BatchCallLimits & Pick<AnthropicConfig, 'redact'>,
): AsyncGenerator<BatchResult> {
  const ended = new AbortController();
  const end = () => ended.abort(outer.reason);
  outer.addEventListener('abort', end, { once: true });
  try {
    const headers = { accept: streamed };
    const response = await call(answerMs, outer, (client) =>
      client.get(`${path}/${encodeURIComponent(id)}/results`, { headers, signal: ended.signal }).asResponse(),
    );
    for await (const line of linesOfStream(response, silenceMs, outer)) {
      const value = asObject(parseJson(line));
      if (!value) throw new ProviderFailure('broken_body', attemptTexts.results_line_not_json());
      const result = readResult(value, redact);
      if (result) yield result;
    }
  } finally {
    outer.removeEventListener('abort', end);
    ended.abort();
  }
}

async function newerThan(
  id: string | null,
  page: (query: Readonly<Record<string, string | number>>) => Promise<unknown>,
): Promise<readonly Batch[] | null> {
  const newer: Batch[] = [];
  for (let pages = 0; pages < mostPages; pages++) {
    const last = newer.at(-1);
    const { batches, hasMore } = readPage(await page({ limit: pageSize, ...(last && { after_id: last.id }) }));
    const end = batches.findIndex((batch) => batch.id === id);
    newer.push(...(end < 0 ? batches : batches.slice(0, end)));
    if (end >= 0) return newer;
    if (batches.length === 0 || !hasMore) return id === null ? newer : null;
  }
  throw new ProviderFailure('broken_body', attemptTexts.batch_list_endless({ pages: mostPages }));
}

/** Reads a page of batches. Throws if it is not a list: eva would take it for an empty one and submit its batches again. */
function readPage(text: unknown): { readonly batches: readonly Batch[]; readonly hasMore: boolean } {
  const page = asObject(parseJson(String(text)));
  const data = page?.['data'];
  if (!Array.isArray(data)) {
    throw new ProviderFailure('broken_body', attemptTexts.not_a_batch_list());
  }
  return { batches: data.map(toBatch), hasMore: page?.['has_more'] === true };
}

function toBatch(value: unknown): Batch {
  const batch = asObject(value);
  const counts = asObject(batch?.['request_counts']);
  const id = batch?.['id'];
  if (!batch || !counts || !isBatchId(id)) {
    throw new ProviderFailure('broken_body', attemptTexts.not_a_batch());
  }
  const countOf = (name: string) => asCount(counts[name]) ?? 0;
  const done = countOf('succeeded') + countOf('errored') + countOf('expired') + countOf('canceled');
  return {
    id,
    has_ended: batch['processing_status'] === 'ended',
    total: done + countOf('processing'),
    done,
    is_archived: typeof batch['archived_at'] === 'string',
  };
}

interface BatchLimits {
  readonly requests: number;
  readonly bytes: number;
}

const apiLimits: BatchLimits = { requests: 100_000, bytes: 256_000_000 };

const [head, tail, comma] = ['{"requests":[', ']}', ','].map((text) => Buffer.from(text)) as [Buffer, Buffer, Buffer];
const frame = head.length + tail.length;

/** Splits calls, in order, into as few batches as the limits allow. A call that alone exceeds the limits gets its own batch. */
export async function* chunksOf(calls: readonly WaitingCall[], limits: BatchLimits = apiLimits): AsyncGenerator<Chunk> {
  let chunk: WaitingCall[] = [];
  let bytes = frame;
  for (const call of calls) {
    const more = (await lineOf(call)).length + comma.length;
    if (chunk.length > 0 && (chunk.length >= limits.requests || bytes + more > limits.bytes)) {
      yield { calls: chunk, bytes: bytes - comma.length };
      [chunk, bytes] = [[], frame];
    }
    chunk.push(call);
    bytes += more;
  }
  if (chunk.length > 0) yield { calls: chunk, bytes: bytes - comma.length };
}

/** Yields the body of a batch. Its requests are serialized while they are sent, and not kept. */
async function* piecesOf(calls: readonly WaitingCall[]): AsyncGenerator<Uint8Array> {
  yield head;
  let isFirst = true;
  for (const call of calls) {
    const line = await lineOf(call);
    yield isFirst ? line : Buffer.concat([comma, line]);
    isFirst = false;
  }
  yield tail;
}

async function lineOf({ key, request, readFile }: WaitingCall): Promise<Buffer> {
  return Buffer.from(JSON.stringify({ custom_id: key, params: await toBody(request, readFile) }));
}

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
export async function* linesOfStream(
  response: Response,
  silenceMs: number,
  signal: AbortSignal,
): AsyncGenerator<string> {
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
