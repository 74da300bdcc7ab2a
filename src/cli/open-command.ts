import { resolve } from 'node:path';
import { type NamedPrompts, promptNamed, promptsNamed } from '#library/named-prompts.js';
import { listPromptIds } from '#library/prompts.js';
import { findRoot } from '#library/root.js';
import type { User } from '#library/trust.js';
import { EvaError, problem } from '#model/problem.js';
import type { PlaceFlags } from '#report/stored/continuation.js';
import { userIn } from '#run/prompt/user.js';
import { keepRunsIn, requireRunsFolder } from '#store/run/runs-folder.js';
import type { Io } from './io.js';
import { openTerminal, type Terminal } from './output/terminal.js';

/** The flags of nearly every command. */
export interface CommonFlags extends PlaceFlags {
  readonly json?: boolean;
}

/** The library of a command, where it prints, and its process. */
export interface CommandPlace {
  readonly root: string;
  readonly terminal: Terminal;
  readonly io: Io;
}

/**
 * Opens the terminal, and finds the library of a command and the folder of its runs. `onlyRuns` as for `findRoot`; `makesRuns`: the folder must
 * take new runs. Throws EVA_NO_LIBRARY, EVA_FOREIGN_LIBRARY, EVA_NO_DIRECTORY, EVA_RUNS_FOLDER, EVA_DISK.
 */
export function openCommand(
  io: Io,
  { root: flag, runs = io.env['EVA_RUNS'] }: PlaceFlags,
  { onlyRuns = false, makesRuns = false }: { readonly onlyRuns?: boolean; readonly makesRuns?: boolean } = {},
): CommandPlace {
  const terminal = openTerminal(io);
  const cwd = workingDirectory(io);
  const root = findRoot({ flag, env: io.env, cwd, uid: process.getuid?.(), onlyRuns });
  keepRunsIn(root, runs ? resolve(cwd, runs) : null);
  if (makesRuns) requireRunsFolder(root);
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
