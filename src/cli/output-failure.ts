import type { Writable } from 'node:stream';
import type { Io } from './io.js';

/** Listens for what goes wrong with the output, and tells the first of it once everything is written. */
export function watchOutput({ stdout, stderr }: Io): () => Promise<NodeJS.ErrnoException | undefined> {
  let failure: NodeJS.ErrnoException | undefined;
  for (const stream of [stdout, stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (!isClosed(error, stream.isTTY === true)) failure ??= error;
    });
  }
  return async () => {
    await Promise.all([stdout, stderr].map(written));
    return failure;
  };
}

/** `eva … | head -1` closes our output early, and so does who closes a terminal: that is their right, and no failure of ours. */
function isClosed({ code }: NodeJS.ErrnoException, isTerminal: boolean): boolean {
  return code === 'EPIPE' || (code === 'EIO' && isTerminal);
}

function written(stream: Writable): Promise<void> {
  return new Promise((resolve) => stream.write('', () => resolve()));
}
