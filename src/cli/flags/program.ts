import { Command, CommanderError, Option } from 'commander';
import { version } from '#model/version.js';
import { indented } from '#report/run/heading.js';
import { wrap } from '#report/text/visible.js';
import { exitWithError, exitWithUsage } from '../exit.js';
import type { Io } from '../io.js';
import { addCompare, addMutate } from './comparing-commands.js';
import { addDoctor, addList, addPromote, addTrust } from './library-commands.js';
import { mainExamples } from './main-help.js';
import { addCalibrate, addLabel } from './people-commands.js';
import { addEval, addMerge, addPlan, addReport, addRubric } from './run-commands.js';
import { addImport, addInit, addNew } from './start-commands.js';
import { addCache, addClean, addLog } from './storage-commands.js';
import { type Done, portFrom, rootOption } from './values.js';

/** Runs one command line through commander, and returns its exit code. */
export async function runCommand(io: Io): Promise<number> {
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
    if (error.code === 'commander.help') return 2;
    return exitWithUsage(error.message, commandIn(program, io.argv.slice(2)), io);
  }
}

/** Returns the words that name a command in a command line, such as `cache clear`; null for none. */
function commandIn(program: Command, words: readonly string[]): string | null {
  const named: string[] = [];
  for (let command: Command | undefined = program; command; ) {
    const word: string | undefined = words[named.length];
    command = command.commands.find((one) => one.name() === word);
    if (command) named.push(command.name());
  }
  return named.length === 0 ? null : named.join(' ');
}

/** The commands in the order of the help. */
const commands = {
  init: addInit,
  new: addNew,
  import: addImport,
  plan: addPlan,
  eval: addEval,
  compare: addCompare,
  merge: addMerge,
  rubric: addRubric,
  report: addReport,
  view: addView,
  label: addLabel,
  calibrate: addCalibrate,
  mutate: addMutate,
  log: addLog,
  list: addList,
  promote: addPromote,
  doctor: addDoctor,
  trust: addTrust,
  clean: addClean,
  cache: addCache,
};

/** Wraps the lines of a help text that are too wide. A description that does not fit beside its term is below it. */
function fitted(help: string, width: number): string {
  const linesOf = (line: string) =>
    line.length <= width
      ? [line]
      : line
          .trim()
          .split(/ {2,}/)
          .flatMap((part, i) => indented(wrap(part, width - 6), i === 0 ? 2 : 6));
  return help.split('\n').flatMap(linesOf).join('\n');
}

/** Returns a command in the list of all: `eval [options] [ids...]`. Of several arguments it has the first. */
function subcommandTerm(command: Command): string {
  const [argument] = command.registeredArguments;
  const name = argument && `${argument.name()}${argument.variadic ? '...' : ''}`;
  const term = name === undefined ? [] : [argument?.required ? `<${name}>` : `[${name}]`];
  return [command.name(), ...(command.options.length > 0 ? ['[options]'] : []), ...term].join(' ');
}

/** Declares the command that the command line names, or every command. */
export function buildProgram(io: Io, done: Done, argv = io.argv): Command {
  const program = new Command('eva')
    .description('Evaluates prompts the way good engineers test code.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .exitOverride()
    .configureHelp({ subcommandTerm })
    .configureOutput({
      writeOut: (text) => io.stdout.write(fitted(text, io.stdout.columns ?? 80)),
      getOutHelpWidth: () => io.stdout.columns ?? 80,
      writeErr: (text) => io.stderr.write(text),
      outputError: () => undefined,
    });
  // A command line that begins with the name of a command needs no other one, nor does its help.
  const [, , name = ''] = argv;
  const named = Object.entries(commands).filter(([command]) => command === name);
  for (const [, add] of named.length > 0 ? named : Object.entries(commands)) add(program, io, done);
  program.addHelpText('after', mainExamples);
  return program;
}

/** Adds `eva view`. */
function addView(program: Command, io: Io, done: Done): void {
  program
    .command('view')
    .description('show stored runs in a browser, and compare two of them')
    .argument('[run]', 'open this run first (default: the list of runs)')
    .addOption(new Option('--port <n>', 'serve pages on this port (default: a free one)').argParser(portFrom))
    .addOption(rootOption())
    .addHelpText('after', viewExamples)
    .action(async (run: string | undefined, options) => {
      const { viewCommand } = await import('../commands/view.js');
      done(await viewCommand(run, options, io));
    });
}

const viewExamples = `
Examples:
  eva view                             the list of runs
  eva view 4f3a9c                      one run, by the end of its name`;
