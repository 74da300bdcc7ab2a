import { Argument, type Command } from 'commander';
import type { Io } from '../io.js';
import { type CompletedCommand, commandTree } from './completion/command-tree.js';
import type { Done } from './values.js';

/** The shells that `eva completion` writes a script for. */
export const completedShells = ['bash', 'zsh', 'fish'] as const;

export type CompletedShell = (typeof completedShells)[number];

/** Adds `eva completion`. `all` builds the program with every command: a command line declares only the command that it names. */
export function addCompletion(program: Command, io: Io, done: Done, all: () => Command): void {
  const shell = new Argument('[shell]', 'bash, zsh or fish (default: that of $SHELL)').choices(completedShells);
  program
    .command('completion')
    .description('print a script that completes commands, flags and prompts')
    .addArgument(shell)
    .addHelpText('after', completionExamples)
    .action(async (shell: CompletedShell | undefined) => {
      const { completionCommand } = await import('../commands/start/completion.js');
      const tree = (providers: readonly string[]): CompletedCommand => commandTree(all(), providers);
      done(await completionCommand(shell, tree, io));
    });
}

const completionExamples = `
Examples:
  source <(eva completion bash)        a line for ~/.bashrc
  source <(eva completion zsh)         a line for ~/.zshrc, below compinit
  eva completion fish > ~/.config/fish/completions/eva.fish`;
