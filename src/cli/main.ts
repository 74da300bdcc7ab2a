import type { Io } from './io.js';
import { mainHelpFor } from './main/program.js';
import { watchOutput } from './output/output-failure.js';

/** Runs one command line and returns its exit code. */
export async function main(io: Io): Promise<number> {
  const outputFailure = watchOutput(io);
  const exitCode = await answer(io);
  const failure = await outputFailure();
  return failure === undefined ? exitCode : exitWithUnwritten(failure, io);
}

/** Prints that output was lost. Imports the code for it. Returns the exit code. */
export async function exitWithUnwritten(failure: NodeJS.ErrnoException, io: Io): Promise<number> {
  const exit = await import('./exit.js');
  return exit.exitWithUnwritten(failure, io);
}

async function answer(io: Io): Promise<number> {
  const help = mainHelpFor(io);
  if (help === null) {
    const { runCommand } = await import('./main/program.js');
    return runCommand(io);
  }
  io.stdout.write(help);
  return 0;
}
