import type { Readable } from 'node:stream';

export interface Collected {
  /** What came so far, as UTF-8; undecodable bytes become U+FFFD. */
  text(): string;
  /** Stops reading, so that a pipe which somebody else holds open keeps nobody waiting. */
  stop(): void;
}

/** Gathers what a stream says, and calls `onFlood` once if that passes `maxBytes`; what is beyond is dropped. */
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
