import type { CompletedCommand } from '../completion/command-tree.js';

/** What suggestions know of eva and of the library. */
export interface Knowledge {
  /** The words by which the user calls eva. */
  readonly calledAs: string;
  /** Every command, with its flags. */
  readonly eva: CompletedCommand;
  /** Returns the ids of the library; none without one. */
  readonly prompts: () => readonly string[];
  /** Parses the words after `eva` without running them. Returns commander's message about the first mistake; null if it finds no mistake. */
  readonly mistakeIn: (words: readonly string[]) => string | null;
}

/** A command line with a mistake. */
export interface WrongLine extends Knowledge {
  /** The words after `eva`. */
  readonly words: readonly string[];
  /** commander's message about the first mistake. */
  readonly message: string;
  /** The command that the words name; eva itself for none. */
  readonly command: CompletedCommand;
  /** The number of words that name it: 2 for `cache clear`. */
  readonly depth: number;
}

/** What a rule puts in place of the words: other words, several command lines, or a setting of a file. */
export type Correction =
  | {
      readonly words: readonly string[];
      /** Text of the shell after the words, such as `> results.json`. */
      readonly after?: string;
      /** True if a value is only an example. */
      readonly isExample?: boolean;
    }
  | { readonly lines: readonly (readonly string[])[] }
  | { readonly setting: string; readonly file: string };

export function wrongLine(words: readonly string[], message: string, knowledge: Knowledge): WrongLine {
  let command = knowledge.eva;
  let depth = 0;
  for (const word of words) {
    const next = command.commands.find((one) => one.name === word);
    if (!next) break;
    command = next;
    depth += 1;
  }
  return { ...knowledge, words, message, command, depth };
}

export function longFlags(command: CompletedCommand): readonly string[] {
  return command.flags.flatMap(({ names }) => names.filter((name) => name.startsWith('--')));
}

/** Returns the id of the prompt that a word names, as an id or as a path below prompts/; undefined for none. */
export function promptIn(word: string, prompts: readonly string[]): string | undefined {
  const [, folder = word.replace(/\/+$/, '')] = /^(?:\.\/)?prompts\/([^/]+)(?:\/.*)?$/.exec(word) ?? [];
  return prompts.includes(folder) ? folder : undefined;
}
