import { posix } from 'node:path';
import type { Place, Problem } from '#model/problem.js';
import type { PromptFile } from '../draft.js';
import type { ConfigFolder } from '../folder.js';
import { mediaOfBytes } from '../prompts/media.js';

/** Collects the files that go beside the body of a prompt. */
export interface FileSet {
  /** Adds a file. Returns its path, which differs from the wished one if that has other content already. */
  add(path: string, content: string | Buffer): string;
  /** Adds a copy of a picture or PDF of the configuration, below `inputs/`. Returns its path; null if it cannot be read. */
  copy(from: string, at: Place): string | null;
  all(): readonly PromptFile[];
}

/** Opens an empty set. `report` gets the problems of files that cannot be copied. */
export function openFileSet(folder: ConfigFolder, report: (problems: readonly Problem[]) => void): FileSet {
  const files = new Map<string, string | Buffer>();
  const taken = openTakenPaths();
  const add = (wished: string, content: string | Buffer) => {
    const path = taken.isBelowFile(wished) ? flattened(wished) : wished;
    let free = path;
    for (let count = 2; taken.has(free); count++) {
      const known = files.get(free);
      if (known !== undefined && Buffer.from(known).equals(Buffer.from(content))) return free;
      free = numbered(path, count);
    }
    files.set(free, content);
    taken.add(free);
    return free;
  };
  return {
    add,
    copy(from, at) {
      const { value, problems } = folder.bytes(from, at);
      if (value === null) report(problems);
      return value === null ? null : add(withEndingOf(value, copyPath(from)), value);
    },
    all: () => [...files].map(([path, content]) => ({ path, content })),
  };
}

/** Returns the place of the copy of a file below the prompt. No part of it is hidden, too long, or a name that some system refuses. */
export function copyPath(file: string): string {
  return posix.join(
    'inputs',
    ...file
      .split('/')
      .filter((part) => part !== '')
      .map(plainName),
  );
}

const longestName = 120;

function plainName(name: string): string {
  const plain = name.replace(/^\.+/, '').replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>:"|?*\\]/gu, '-');
  const ending = posix.extname(plain).slice(0, 20);
  const stem = [...plain.slice(0, plain.length - posix.extname(plain).length)]
    .slice(0, longestName / 2)
    .join('')
    .trim();
  return `${stem === '' || /^(?:con|prn|aux|nul|com\d|lpt\d)$/i.test(stem) ? `x${stem}` : stem}${ending.trimEnd()}`;
}

/** Gives the path of a picture or PDF the ending of the type that its bytes have: eva refuses any other. */
function withEndingOf(content: Buffer, path: string): string {
  const media = mediaOfBytes(content);
  const written = posix.extname(path);
  const isSame = typeof media === 'string' || written.slice(1).toLowerCase().replace('jpeg', 'jpg') === media.ending;
  return isSame ? path : `${path.slice(0, path.length - written.length)}.${media.ending}`;
}

/** Returns `a-b/c-d.png` of a path that would go through the file `a`. */
function flattened(path: string): string {
  const [first = '', ...rest] = path.split('/');
  return posix.join(first, rest.join('-').slice(-longestName));
}

/** Returns `a/b-2.png` of `a/b.png`. */
function numbered(path: string, count: number): string {
  const ending = posix.extname(path);
  return `${path.slice(0, path.length - ending.length)}-${count}${ending}`;
}

/** The paths of files that cannot be taken again, on systems that ignore case too. */
interface TakenPaths {
  add(path: string): void;
  /** Returns true if a file or a folder has this path. */
  has(path: string): boolean;
  /** Returns true if a part of the way to this path is a file. */
  isBelowFile(path: string): boolean;
}

export function openTakenPaths(): TakenPaths {
  const files = new Set<string>();
  const folders = new Set<string>();
  return {
    add(path) {
      files.add(path.toLowerCase());
      for (const folder of foldersOf(path)) folders.add(folder);
    },
    has: (path) => files.has(path.toLowerCase()) || folders.has(path.toLowerCase()),
    isBelowFile: (path) => foldersOf(path).some((folder) => files.has(folder)),
  };
}

function foldersOf(path: string): readonly string[] {
  const parts = path.toLowerCase().split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}
