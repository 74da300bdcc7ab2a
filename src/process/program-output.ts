import type { Readable } from 'node:stream';

export interface Collected {
  /** Returns the output so far, as UTF-8; undecodable bytes become U+FFFD. */
  text(): string;
  /** Stops reading, so that eva does not wait for a pipe that another process keeps open. */
  stop(): void;
}

/** Collects the output of a stream. Calls `onFlood` once if it exceeds `maxBytes`, and drops the rest. */
export function collectOutput(stream: Readable | null, maxBytes: number, onFlood: () => void): Collected {
  const chunks: Buffer[] = [];
  let room = maxBytes;
  stream?.on('data', (chunk: Buffer) => {
    if (room < 0) return;
    chunks.push(chunk.subarray(0, room));
    room -= chunk.length;
    if (room < 0) onFlood();
  });
  stream?.on('error', () => {});
  return {
    text: () => Buffer.concat(chunks).toString('utf8'),
    stop: () => stream?.destroy(),
  };
}

/** Bytes that are kept of the end: enough for the last lines of a message. */
const keptBytes = 8 * 1024;

export interface OutputTail {
  /** Returns the end of the output so far, as UTF-8; undecodable bytes become U+FFFD. */
  text(): string;
  stop(): void;
}

/** Keeps the end of a stream. Calls `onFlood` once if the stream exceeds `maxBytes`, and drops the rest. */
export function keepTail(stream: Readable | null, maxBytes: number, onFlood: () => void): OutputTail {
  let tail = Buffer.alloc(0);
  let room = maxBytes;
  stream?.on('data', (chunk: Buffer) => {
    if (room < 0) return;
    tail = Buffer.from(Buffer.concat([tail, chunk]).subarray(-keptBytes));
    room -= chunk.length;
    if (room < 0) onFlood();
  });
  stream?.on('error', () => {});
  return { text: () => tail.toString('utf8'), stop: () => stream?.destroy() };
}
