import type { Writable } from 'node:stream';
import { mainHelpFor } from './flags/main-help.js';
import type { Io } from './io.js';

/** Runs one command line and returns its exit code. */
export async function main(io: Io): Promise<number> {
  const outputFailure = watchOutput(io);
  const help = mainHelpFor(io);
  if (help !== null) io.stdout.write(help);
  // The code of the commands takes longer to load than the help to print.
  const exitCode = help === null ? await (await import('./flags/program.js')).runCommand(io) : 0;
  const failure = await outputFailure();
  return failure === undefined ? exitCode : (await import('./exit.js')).exitWithUnwritten(failure, io);
}

/** Listens for write errors. Returns a function that waits until all output is written, and then returns the first error. */
function watchOutput({ stdout, stderr }: Io): () => Promise<NodeJS.ErrnoException | undefined> {
  let failure: NodeJS.ErrnoException | undefined;
  for (const stream of [stdout, stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      // `eva … | head -1` and a closed terminal end the output early, which is no failure
      const isClosed = error.code === 'EPIPE' || (error.code === 'EIO' && stream.isTTY === true);
      if (!isClosed) failure ??= error;
    });
  }
  const written = (stream: Writable) => new Promise<void>((resolve) => stream.write('', () => resolve()));
  return async () => {
    await Promise.all([stdout, stderr].map(written));
    return failure;
  };
}
