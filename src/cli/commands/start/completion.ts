import { basename } from 'node:path';
import { EvaError, problem } from '#errors/index.js';
import { choices as starts } from '#scaffold/choose-models.js';
import type { Io } from '../../io.js';
import type { CompletedCommand } from '../../main/completion/command-tree.js';
import { calledAs } from '../../output/called-as.js';
import { openTerminal } from '../../output/terminal.js';

type Shell = keyof typeof scripts;

const scripts = {
  bash: async () => (await import('../../main/completion/bash.js')).bashScript,
  zsh: async () => (await import('../../main/completion/zsh.js')).zshScript,
  fish: async () => (await import('../../main/completion/fish.js')).fishScript,
};

/** Runs `eva completion [shell]`: prints the completion script of a shell, by default that of $SHELL. Returns 0. */
export async function completionCommand(
  shell: Shell | undefined,
  tree: (providers: readonly string[]) => CompletedCommand,
  io: Io,
): Promise<number> {
  const terminal = await openTerminal(io);
  const script = await scripts[shell ?? loginShell(io)]();
  const choices = starts.map(({ name }) => name);
  terminal.out(script(tree(choices), calledAs(io)));
  return 0;
}

/** Returns the shell that $SHELL names. Throws EVA_USAGE for another shell, or none. */
function loginShell({ env }: Io): Shell {
  const written = env['SHELL'] ?? '';
  const name = basename(written);
  if (Object.hasOwn(scripts, name)) return name as Shell;
  throw new EvaError([problem('EVA_USAGE:no_shell', { shell: written === '' ? null : name })]);
}
