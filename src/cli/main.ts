import { Command, CommanderError } from 'commander';
import { version } from '#model/version.js';
import { exitWithError, exitWithUnwritten, exitWithUsage } from './exit.js';
import type { Io } from './io.js';
import { addEval } from './main/eval.js';
import { addCache, addClean, addLog } from './main/kept-commands.js';
import { addDoctor, addPromote, addTrust } from './main/library-commands.js';
import { addMerge, addPlan, addReport, addRubric } from './main/run-commands.js';
import { watchOutput } from './output-failure.js';

/** Runs one command line and returns its exit code. */
export async function main(io: Io): Promise<number> {
  const outputFailure = watchOutput(io);
  const exitCode = await runCommand(io);
  const failure = await outputFailure();
  return failure === undefined ? exitCode : exitWithUnwritten(failure, io);
}

async function runCommand(io: Io): Promise<number> {
  let exitCode = 0;
  const program = buildProgram(io, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync([...io.argv]);
    return exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) return exitWithError(error, io);
    if (error.exitCode === 0) return 0;
    return error.code === 'commander.help' ? 2 : exitWithUsage(error.message, io);
  }
}

function buildProgram(io: Io, done: (exitCode: number) => void): Command {
  const program = new Command('eva')
    .description('Evaluates prompts the way good engineers test code.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .exitOverride()
    .showSuggestionAfterError()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      outputError: () => undefined,
    });
  addPlan(program, io, done);
  addEval(program, io, done);
  addMerge(program, io, done);
  addRubric(program, io, done);
  addReport(program, io, done);
  addLog(program, io, done);
  addPromote(program, io, done);
  addDoctor(program, io, done);
  addTrust(program, io, done);
  addClean(program, io, done);
  addCache(program, io, done);
  program.addHelpText('after', mainExamples);
  return program;
}

const mainExamples = `
Exit codes:
  0 all passed · 1 something failed · 2 change something · 3 the world failed
  130 or 143 interrupted · 70 a bug in eva

Example:
  eva eval commit-message`;
