import type { Chunk } from '../batch/batches-api.js';
import type { WaitingCall } from '../batch/waiting-calls.js';
import { toBody } from './messages-api.js';

/** The maximum size of one batch. */
export interface BatchLimits {
  readonly requests: number;
  /** Size of the body. */
  readonly bytes: number;
}

/** The limits of the API: 100,000 requests or 256 MB. */
export const apiLimits: BatchLimits = { requests: 100_000, bytes: 256_000_000 };

/** The body of a batch, in pieces that are serialized while they are sent. */
interface BatchBody {
  readonly pieces: Iterable<Uint8Array>;
  /** Size of all pieces together. */
  readonly bytes: number;
}

const [head, tail, comma] = ['{"requests":[', ']}', ','].map((text) => Buffer.from(text)) as [Buffer, Buffer, Buffer];
const frame = head.length + tail.length;

/** Splits calls, in order, into as few batches as the limits allow. A call that alone exceeds the limits gets its own batch. */
export function* chunksOf(calls: readonly WaitingCall[], limits: BatchLimits = apiLimits): Generator<Chunk> {
  let chunk: WaitingCall[] = [];
  let bytes = frame;
  for (const call of calls) {
    const more = lineOf(call).length + comma.length;
    if (chunk.length > 0 && (chunk.length >= limits.requests || bytes + more > limits.bytes)) {
      yield { calls: chunk, bytes: bytes - comma.length };
      [chunk, bytes] = [[], frame];
    }
    chunk.push(call);
    bytes += more;
  }
  if (chunk.length > 0) yield { calls: chunk, bytes: bytes - comma.length };
}

/** Returns the body of a batch. Its requests are serialized while they are sent, and not kept. */
export function bodyOf({ calls, bytes }: Chunk): BatchBody {
  return { bytes, pieces: { [Symbol.iterator]: () => piecesOf(calls) } };
}

function* piecesOf(calls: readonly WaitingCall[]): Generator<Uint8Array> {
  yield head;
  let isFirst = true;
  for (const call of calls) {
    yield isFirst ? lineOf(call) : Buffer.concat([comma, lineOf(call)]);
    isFirst = false;
  }
  yield tail;
}

function lineOf({ key, request }: WaitingCall): Buffer {
  return Buffer.from(JSON.stringify({ custom_id: key, params: toBody(request) }));
}
