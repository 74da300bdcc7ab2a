import { EvaError, evaError, isError } from '#model/problem.js';
import { short } from '#model/text/quoted.js';
import { renderProblems } from '#report/problems.js';
import { visibleLines } from '#report/text/visible.js';
import type { Io } from './io.js';
import { openTerminal } from './output/terminal.js';

/** Prints the error that ended a command and returns its exit code. Prints a stack trace only for a bug in eva. */
export function exitWithError(error: unknown, io: Io): number {
  const terminal = openTerminal(io);
  if (error instanceof EvaError) {
    terminal.err(renderProblems(error.problems, terminal.errScreen));
    return error.exitCode;
  }
  const trace = isError(error) ? (error.stack ?? error.message) : String(error);
  const lines = ['EVA_INTERNAL  this is a bug in eva; please report it with the lines below', ...visibleLines(trace)];
  terminal.err(`${lines.join('\n')}\n`);
  return 70;
}

/**
 * Prints commander's message about a wrong command line, and the one word that it finds near a mistyped one. `command` is the one whose help to
 * read; null for that of eva. Returns 2.
 */
export function exitWithUsage(message: string, command: string | null, io: Io): number {
  const [said = '', meant] = message.replace(/^error: /, '').split(/\n\(Did you mean (?:one of .*|(\S+))\?\)$/);
  const guess = meant === undefined ? '' : `did you mean ${short(meant)}? `;
  const help = command === null ? 'eva --help lists the commands' : `eva ${command} --help lists the options`;
  return exitWithError(evaError('EVA_USAGE:command_line', short(inOwnWords(said)), { hint: guess + help }), io);
}

/** Says in words of eva that an argument is not one of its choices. Returns other messages of commander unchanged. */
function inOwnWords(message: string): string {
  const [, value, choices] =
    /^command-argument value ('[\s\S]*') is invalid for argument '.*'\. Allowed choices are (.*)\.$/.exec(message) ??
    [];
  return value === undefined || choices === undefined
    ? message
    : `${value} is not one of ${choices.replace(/, ([^,]*)$/, ' and $1')}`;
}

/** Prints that output was lost, whatever the exit code of the command was. Returns 3. */
export function exitWithUnwritten(failure: NodeJS.ErrnoException, io: Io): number {
  const reason = failure.code ?? failure.message;
  return exitWithError(
    evaError('EVA_DISK:output', `eva could not write all of its output (${short(reason)})`, {
      hint: 'free space where the output goes, then run the command again',
    }),
    io,
  );
}
