import { posix } from 'node:path';

/** Files that can name other files: YAML, modules and JSON. */
const naming = /\.(ya?ml|mjs|js|json)$/i;

/** The maximum size of a file that is searched for names, in bytes. */
const maxBytes = 4 * 1024 * 1024;

/** Returns true if a file may name others, so that they are needed too. */
export function mayMention(path: string, bytes: number): boolean {
  return naming.test(path) && bytes <= maxBytes;
}

/** Finds the files, by their names, that texts mention. Memory grows with the files, not with the texts. */
export class Mentions {
  readonly #names: ReadonlySet<string>;
  readonly #found = new Set<string>();

  /** `paths`: the files that may be mentioned. */
  constructor(paths: readonly string[]) {
    this.#names = new Set(paths.map((path) => posix.basename(path)));
  }

  /** Searches a text. A name with blanks is found if it is in quotes, or alone in its line. */
  add(text: string): void {
    if (this.#names.size === 0) return;
    for (const word of text.split(/[\s"'`,;=()[\]{}<>|&\\/]+/)) this.#addName(word);
    for (const piece of text.split(/["'`\n\r\\/:,#[\]{}]+/)) this.#addName(piece.trim());
  }

  /** Returns true if a text mentioned the name of this file. */
  has(path: string): boolean {
    return this.#found.has(posix.basename(path));
  }

  #addName(name: string): void {
    if (this.#names.has(name)) this.#found.add(name);
  }
}
