import type { Readable } from 'node:stream';

/** So much of the end is kept: the last lines of any sensible message. */
const keptBytes = 8 * 1024;

export interface OutputTail {
  /** The end of what came so far, as UTF-8; undecodable bytes become U+FFFD. */
  text(): string;
  stop(): void;
}

/** Keeps the end of what a stream says, and calls `onFlood` once if the whole passes `maxBytes`; what comes then is dropped. */
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
