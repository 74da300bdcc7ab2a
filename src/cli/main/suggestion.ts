import type { Command } from 'commander';
import { nearest, related } from '#model/text/nearest.js';

/** Suggests the command or option that was probably meant by an unknown one; undefined if no known name is close enough. */
export function suggestion(message: string, program: Command, argv: readonly string[]): string | undefined {
  const [, kind, written = ''] = /unknown (command|option) '([^']*)'/.exec(message) ?? [];
  if (kind === undefined) return undefined;
  const command = commandOf(program, argv);
  const known =
    kind === 'command'
      ? command.commands.map((one) => one.name())
      : [...command.options.flatMap(({ long }) => long ?? []), '--help'];
  return nearest(written, known) ?? related(written, known);
}

/** Finds the command or subcommand (`cache clear`) that a command line names. */
function commandOf(program: Command, argv: readonly string[]): Command {
  let command = program;
  for (const word of argv) command = command.commands.find((one) => one.name() === word) ?? command;
  return command;
}
