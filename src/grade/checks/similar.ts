import { isObject, type JsonValue } from '#model/data/json.js';
import { RefusedRequest } from '#model/problem.js';
import type { ModelRequest } from '#model/reply/exchange.js';
import type { Check, CheckContext, CheckOutcome } from '../check-parts/check.js';
import { openingOf, quote } from '../check-parts/excerpt.js';
import { type RefusedCheck, refusedCheck } from '../check-parts/preparation.js';

interface Wanted {
  readonly to: string;
  readonly min?: number;
  readonly max?: number;
}

/** Holds if the meanings of the response and of a text are as near as asked: the cosine of their embeddings. */
export const similar: Check = {
  op: 'similar',
  prepare(value) {
    const wanted = readWanted(value);
    return 'problemOf' in wanted ? wanted : { run: (response, context) => checkSimilar(wanted, response, context) };
  },
};

function readWanted(value: JsonValue): Wanted | RefusedCheck {
  const { to, min, max } = isObject(value) ? value : {};
  if (typeof to !== 'string' || to.trim() === '')
    return refusedCheck(
      'EVA_BAD_CHECK:no_target',
      '"to" must be a text of at least one character',
      (op) => `write ${op}: { to: "Paris", … }`,
    );
  const limits = Object.entries({ min, max }).filter(([, limit]) => limit !== undefined);
  const areCosines = limits.every(([, limit]) => typeof limit === 'number' && limit >= -1 && limit <= 1);
  if (limits.length === 0 || !areCosines || Number(min ?? -1) > Number(max ?? 1)) {
    return refusedCheck(
      'EVA_BAD_CHECK:not_cosines',
      'it needs "min" or "max", numbers from -1 to 1, and "min" must not be above "max"',
      (op) => `write ${op}: { to: "The parcel is late.", min: 0.8 }`,
    );
  }
  return { to, ...Object.fromEntries(limits) };
}

async function checkSimilar(wanted: Wanted, response: string, context: CheckContext): Promise<CheckOutcome> {
  if (response.trim() === '') return { holds: 'cannot', reason: 'an empty text has no embedding' };
  const embedded = await Promise.all([embed(response, context), embed(wanted.to, context)]).catch(refusal);
  if ('refused' in embedded) return { holds: 'unknown', reason: embedded.refused };
  const [own, other] = embedded;
  if (own === null || other === null) return { holds: 'unknown', reason: 'no embedding was made' };
  const similarity = cosine(own, other);
  if (similarity === null) return { holds: 'cannot', reason: 'the embeddings cannot be compared' };
  const { to, min = -1, max = 1 } = wanted;
  const limits = [...(min > -1 ? [`at least ${min}`] : []), ...(max < 1 ? [`at most ${max}`] : [])].join(' and ');
  const reason = `cosine ${similarity.toFixed(3)} with ${quote(to)}, ${limits} is asked for`;
  const holds = similarity >= min && similarity <= max;
  return { holds, reason, ...(!holds && { excerpt: openingOf(response) }) };
}

/** Returns why a text has no embedding if the server refuses the request. */
function refusal(error: unknown): { readonly refused: string } {
  if (error instanceof RefusedRequest) return { refused: `no embedding was made: ${error.message}` };
  throw error;
}

/** Asks for the embedding of a text. All its numbers of draws are 0, so that equal texts of a run are embedded once. */
async function embed(text: string, { trial, asking, embedding }: CheckContext): Promise<Float32Array | null> {
  if (!asking || !embedding) return null;
  const { provider, model } = asking.route(embedding.model);
  const request: ModelRequest = {
    provider,
    model,
    messages: [{ role: 'user', content: text }],
    max_tokens: 0,
    embed: true,
  };
  const { reply } = await asking.ask({
    case: trial.case,
    role: 'embedding',
    draw: { trial: 0, turn: 0, vote: 0, attempt: 0 },
    nonces: [],
    timeout_s: embedding.timeout_s,
    request,
  });
  return reply.embedding === undefined ? null : readEmbedding(reply.embedding);
}

/** Reads the numbers of an embedding: float32, little-endian, in base64. Returns null if the text holds none. */
export function readEmbedding(base64: string): Float32Array | null {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length === 0 || bytes.length % 4 !== 0) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Float32Array.from({ length: bytes.length / 4 }, (_, at) => view.getFloat32(4 * at, true));
}

/**
 * Returns the cosine of two embeddings, from -1 to 1, rounded to six digits, which is what float32 holds; null if their lengths differ or one
 * has no direction.
 */
export function cosine(a: Float32Array, b: Float32Array): number | null {
  if (a.length !== b.length) return null;
  const [own, other] = [dot(a, a), dot(b, b)];
  const both = Math.sqrt(own) * Math.sqrt(other);
  if (!(both > 0) || !Number.isFinite(both)) return null;
  return Math.max(-1, Math.min(1, Math.round((dot(a, b) / both) * 1e6) / 1e6));
}

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
}
