import type { Writable } from 'node:stream';
import type { Io } from '../io.js';

/** Listens for write errors. Returns a function that waits until all output is written, and then returns the first error. */
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

/** Returns true for an error that is not a failure: `eva … | head -1` and a closed terminal end the output early. */
function isClosed({ code }: NodeJS.ErrnoException, isTerminal: boolean): boolean {
  return code === 'EPIPE' || (code === 'EIO' && isTerminal);
}

function written(stream: Writable): Promise<void> {
  return new Promise((resolve) => stream.write('', () => resolve()));
}
