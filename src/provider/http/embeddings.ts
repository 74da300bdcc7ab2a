import { attemptTexts } from '#errors/failures/attempt.js';
import type { JsonObject } from '#model/data/json.js';
import type { ModelRequest, Reply } from '#model/reply/exchange.js';
import { failureOfError, otherAnswer, reportedError } from './answer-error.js';
import { asAnswer, asCount, asList, asObject, modelOf } from './json-shape.js';

/** More numbers than any embedding has. */
const mostNumbers = 65_536;

/** Returns the body of a request for the embedding of the only message. */
export function toEmbeddingsBody({ model, messages }: ModelRequest): JsonObject {
  return { model, input: messages[0]?.content ?? '', encoding_format: 'base64' };
}

/** Reads the answer to a request for one embedding: base64, or a list of numbers from servers that know no other form. */
export function readEmbeddings(
  body: unknown,
  request: ModelRequest,
  latency_s: number,
  redact: (text: string) => string,
): Reply {
  const answer = asAnswer(body);
  const error = reportedError(answer);
  if (error !== undefined) throw failureOfError(error, redact);
  const usage = asObject(answer?.['usage']);
  const counts = [asCount(usage?.['prompt_tokens']), asCount(usage?.['total_tokens'])].filter(
    (count) => count !== null,
  );
  const [first, ...others] = asList(answer?.['data']);
  const embedding = others.length === 0 ? embeddingOf(asObject(first)?.['embedding']) : null;
  if (!answer || embedding === null) throw otherAnswer(attemptTexts.not_an_embedding(), body, redact);
  return {
    text: '',
    embedding,
    stop: 'end',
    usage: { input_tokens: counts.length === 0 ? null : Math.max(...counts), output_tokens: 0 },
    latency_s,
    model: modelOf(answer, request),
  };
}

/** Returns the numbers as float32 in base64, little-endian; null if they are not finite numbers, or none, or too many. */
function embeddingOf(value: unknown): string | null {
  const bytes = typeof value === 'string' ? bytesOfBase64(value) : bytesOfList(asList(value));
  if (bytes === null || bytes.length === 0 || bytes.length % 4 !== 0 || bytes.length > 4 * mostNumbers) return null;
  for (let at = 0; at < bytes.length; at += 4) if (!Number.isFinite(bytes.readFloatLE(at))) return null;
  return bytes.toString('base64');
}

function bytesOfBase64(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : null;
}

function bytesOfList(list: readonly unknown[]): Buffer | null {
  if (list.length > mostNumbers || !list.every((value) => typeof value === 'number')) return null;
  const bytes = Buffer.alloc(4 * list.length);
  for (const [index, value] of list.entries()) bytes.writeFloatLE(Number(value), 4 * index);
  return bytes;
}
