import { posix } from 'node:path';
import type { Place, Problem } from '#model/problem.js';
import type { PromptFile } from '../../draft.js';
import type { ConfigFolder } from '../../folder.js';

/** Collects the files that go beside the body of a prompt. */
export interface FileSet {
  /** Adds a file. Returns its path, which differs from the wished one if that has other content already. */
  add(path: string, content: string | Buffer): string;
  /** Adds a copy of a file of the configuration, below `inputs/`. Returns its path; null if it cannot be read. */
  copy(from: string, at: Place): string | null;
  all(): readonly PromptFile[];
}

/** Opens an empty set. `report` gets the problems of files that cannot be copied. */
export function openFileSet(folder: ConfigFolder, report: (problems: readonly Problem[]) => void): FileSet {
  const files = new Map<string, string | Buffer>();
  const add = (path: string, content: string | Buffer) => {
    let free = path;
    for (let count = 2; ; count++) {
      const known = files.get(free);
      if (known === undefined || Buffer.from(known).equals(Buffer.from(content))) break;
      free = numbered(path, count);
    }
    files.set(free, content);
    return free;
  };
  return {
    add,
    copy(from, at) {
      const { value, problems } = folder.bytes(from, at);
      if (value === null) report(problems);
      return value === null ? null : add(copyPath(from), value);
    },
    all: () => [...files].map(([path, content]) => ({ path, content })),
  };
}

/** Returns the place of the copy of a file below the prompt. No part of it is hidden. */
export function copyPath(file: string): string {
  return posix.join('inputs', ...file.split('/').map((part) => part.replace(/^\.+/, '') || 'x'));
}

/** Returns `a/b-2.png` of `a/b.png`. */
function numbered(path: string, count: number): string {
  const ending = posix.extname(path);
  return `${path.slice(0, path.length - ending.length)}-${count}${ending}`;
}
