import type { Writable } from 'node:stream';
import type { Io } from './io.js';

/** Listens for what goes wrong with the output, and tells the first of it once everything is written. */
export function watchOutput({ stdout, stderr }: Io): () => Promise<NodeJS.ErrnoException | undefined> {
  let failure: NodeJS.ErrnoException | undefined;
  const remember = (error: NodeJS.ErrnoException) => {
    if (!isClosedPipe(error)) failure ??= error;
  };
  for (const stream of [stdout, stderr]) stream.on('error', remember);
  return async () => {
    await Promise.all([stdout, stderr].map(written));
    return failure;
  };
}

/** `eva … | head -1` closes our output early: that is its right, and no failure of ours. */
function isClosedPipe({ code }: NodeJS.ErrnoException): boolean {
  return code === 'EPIPE';
}

function written(stream: Writable): Promise<void> {
  return new Promise((resolve) => stream.write('', () => resolve()));
}
