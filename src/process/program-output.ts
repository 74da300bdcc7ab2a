import { isUtf8 } from 'node:buffer';
import type { Readable } from 'node:stream';

export interface Collected {
  /** Returns the output so far as UTF-8; invalid bytes become U+FFFD. */
  text(): string;
  /** Returns true if the output so far is UTF-8. */
  isUtf8(): boolean;
  /** Stops reading, so that eva does not wait for a pipe that another process holds open. */
  stop(): void;
}

/** Collects the output of a stream. If it exceeds `maxBytes`, calls `onFlood` once and drops the rest. */
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
    isUtf8: () => isUtf8(Buffer.concat(chunks)),
    stop: () => stream?.destroy(),
  };
}

/** Bytes to keep from the end: enough for the last lines of a message. */
const keptBytes = 8 * 1024;

export interface OutputTail {
  /** Returns the end of the output so far as UTF-8; invalid bytes become U+FFFD. */
  text(): string;
  stop(): void;
}

/** Keeps the end of a stream. If the stream exceeds `maxBytes`, calls `onFlood` once and drops the rest. */
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
