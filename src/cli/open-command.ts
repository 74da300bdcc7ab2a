import { type NamedPrompts, promptNamed, promptsNamed } from '#library/named-prompts.js';
import { listPromptIds } from '#library/prompts.js';
import { findRoot } from '#library/root.js';
import type { User } from '#library/trust.js';
import { EvaError, problem } from '#model/problem.js';
import { userIn } from '#run/prompt/user.js';
import type { Io } from './io.js';
import { openTerminal, type Terminal } from './output/terminal.js';

/** The flags of nearly every command. */
export interface CommonFlags {
  readonly root?: string;
  readonly json?: boolean;
}

/** The library of a command, where it prints, and its process. */
export interface CommandPlace {
  readonly root: string;
  readonly terminal: Terminal;
  readonly io: Io;
}

/** Opens the terminal and finds the library of a command. `onlyRuns` as for `findRoot`. Throws EVA_NO_LIBRARY, EVA_FOREIGN_LIBRARY, EVA_NO_DIRECTORY. */
export function openCommand(
  io: Io,
  { root: flag }: { readonly root?: string },
  { onlyRuns = false }: { readonly onlyRuns?: boolean } = {},
): CommandPlace {
  const terminal = openTerminal(io);
  const root = findRoot({ flag, env: io.env, cwd: workingDirectory(io), uid: process.getuid?.(), onlyRuns });
  return { root, terminal, io };
}

/** Throws EVA_NO_DIRECTORY if the working directory was deleted or may not be entered. */
export function workingDirectory(io: Io): string {
  try {
    return io.cwd();
  } catch (cause) {
    throw new EvaError(
      [
        problem('EVA_NO_DIRECTORY', 'the working directory was deleted, or its path cannot be read', {
          hint: 'go to another directory: cd',
        }),
      ],
      { cause },
    );
  }
}

/** Returns the prompts that words of a command line name, by id, path or pattern, and the problems of the other words. */
export function promptsOfLibrary(words: readonly string[], { root, io }: CommandPlace): NamedPrompts {
  if (words.length === 0) return { ids: [], problems: [] };
  return promptsNamed(words, { root, cwd: workingDirectory(io), known: listPromptIds(root) });
}

/** Returns the id of the one prompt that a word names, by id or path. Throws EVA_UNKNOWN_PROMPT, EVA_BAD_ID. */
export function promptOf(word: string, { root, io }: CommandPlace): string {
  return promptNamed(word, { root, cwd: workingDirectory(io), known: listPromptIds(root) });
}

/** Returns the user of this process, whose data directory need not exist. */
export function userOf({ env }: Io): User {
  return userIn({ env, uid: process.getuid?.() });
}
