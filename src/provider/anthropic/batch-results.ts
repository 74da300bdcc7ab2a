import { attemptTexts } from '#errors/failures/attempt.js';
import type { JsonObject } from '#model/data/json.js';
import type { BatchResult } from '../batch/batches-api.js';
import { failureText, ProviderFailure } from '../failure.js';
import { kindOfError } from '../http/answer-error.js';
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
