import { Command, CommanderError } from 'commander';
import { version } from '#model/version.js';
import { indented } from '#report/run/heading.js';
import { wrap } from '#report/text/visible.js';
import { exitWithError, exitWithUsage } from '../exit.js';
import type { Io } from '../io.js';
import { type CommandSpec, commands } from './commands.js';
import { mainExamples } from './main-help.js';
import { bareFailFast } from './values.js';

/** Runs one command line through commander, and returns its exit code. */
export async function runCommand(io: Io): Promise<number> {
  let exitCode = 0;
  const program = buildProgram(io, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync(io.argv.map((word) => (word === '--fail-fast' ? bareFailFast : word)));
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
    command = command.commands.find((known) => known.name() === word);
    if (command) named.push(command.name());
  }
  return named.length === 0 ? null : named.join(' ');
}

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
  const named = commands.filter(({ name }) => name === argv[2]);
  for (const spec of named.length > 0 ? named : commands) addCommand(program, spec, io, done);
  return program.addHelpText('after', mainExamples);
}

function addCommand(parent: Command, spec: CommandSpec, io: Io, done: Done): void {
  const { name, about, words = [], options, examples, run, parts = [] } = spec;
  const command = parent.command(name).description(about);
  for (const [word, meaning] of words) command.argument(word, meaning);
  for (const option of options?.() ?? []) command.addOption(option);
  if (examples) command.addHelpText('after', `\nExamples:\n${indented(examples, 2).join('\n')}`);
  for (const part of parts) addCommand(command, part, io, done);
  if (run)
    command.action(async (...given: unknown[]) => {
      done(await run(...([...given.slice(0, -1), io] as never[]))); // the last one is the command itself
    });
}

/** Receives the exit code of a command. */
type Done = (exitCode: number) => void;
