import { existsSync, realpathSync } from 'node:fs';
import { dirname, extname, join, posix, relative, sep } from 'node:path';
import { type Hidden, leavesAsText, resolveInside } from '#library/source/inside-root.js';
import { readBytes, readText } from '#library/source/read-file.js';
import type { Loaded, Place, Problem } from '#model/problem.js';
import { type FoundFiles, findFiles } from './glob.js';

/**
 * The files of the folder of a configuration and, by paths that begin with `../`, those of the git repository that it is in, except hidden
 * ones. Nothing outside of these is read, neither by a path nor through a link.
 */
export interface ConfigFolder {
  /** The absolute path of the folder. */
  readonly dir: string;
  /** Reads a text file. Paths are relative to the folder. Problems have `at` as their place. */
  text(path: string, at: Place): Loaded<string>;
  bytes(path: string, at: Place): Loaded<Buffer>;
  /**
   * Finds the files of a pattern (`*`, `**`, `?`, `[…]`, `{a,b}`), sorted, relative to the folder. Hidden folders and node_modules are left out. Says why there are
   * none if the search would be too large.
   */
  find(pattern: string): FoundFiles;
}

/** A folder that knows what was looked for in it. */
interface OpenFolder extends ConfigFolder {
  /** The glob patterns that were searched so far, each once, relative to the folder. */
  patterns(): readonly string[];
}

const mebibyte = 1024 * 1024;
/** The maximum size of a file of rows or of JSON, and of a picture or PDF, in bytes. */
const maxDataBytes = 20 * mebibyte;
/** The maximum size of any other text, in bytes. */
const maxTextBytes = 5 * mebibyte;
/** The maximum length of all texts together. */
const maxReadBytes = 200 * mebibyte;
const dataFiles = ['.csv', '.jsonl', '.json'];

export function openConfigFolder(dir: string): OpenFolder {
  const root = realpathSync.native(dir);
  const locate = locator(root);
  const read = <T>(path: string, at: Place, open: (real: string) => Loaded<T>): Loaded<T> => {
    const { dir, path: named, hidden } = locate(path);
    const inside = resolveInside(dir, [named], at, hidden);
    if (!inside.value) return { value: null, problems: inside.problems };
    const { value, problems } = open(inside.value.path);
    return { value, problems: problems.map((one) => ({ ...one, at })) };
  };
  const readOnce = textReader();
  const patterns = new Set<string>();
  return {
    dir: root,
    text: (path, at) => read(path, at, (real) => readOnce(real, path)),
    bytes: (path, at) => read(path, at, (real) => readBytes(real, path, maxDataBytes)),
    find(pattern) {
      patterns.add(pathInFolder(pattern));
      return find(root, locate(pattern));
    },
    patterns: () => [...patterns],
  };
}

/** Returns a function that reads each text file once, and refuses to read more than `maxReadBytes` in all. */
function textReader(): (real: string, path: string) => Loaded<string> {
  const texts = new Map<string, Loaded<string>>();
  let left = maxReadBytes;
  return (real, path) => {
    const known = texts.get(real);
    if (known) return known;
    const loaded = readText(real, path, Math.min(left, maxBytesOf(path)));
    left -= loaded.value?.length ?? 0;
    texts.set(real, loaded);
    return loaded;
  };
}

/** A path below a folder that bounds what may be read. */
interface Located {
  readonly dir: string;
  readonly path: string;
  readonly hidden: Hidden;
}

/** Returns a function that places a path of a configuration below its folder or, if it leads up, below the git repository. */
function locator(root: string): (path: string) => Located {
  const repository = gitRoot(root);
  return (written) => {
    const path = pathInFolder(written);
    if (repository === undefined || leavesAsText(path) !== 'up')
      return { dir: root, path, hidden: path.split('/').includes('.git') ? 'none' : 'unlinked' };
    return { dir: repository, path: posix.join(slashed(relative(repository, root)), path), hidden: 'none' };
  };
}

function gitRoot(dir: string): string | undefined {
  if (existsSync(join(dir, '.git'))) return dir;
  return dirname(dir) === dir ? undefined : gitRoot(dirname(dir));
}

function slashed(path: string): string {
  return path.split(sep).join('/');
}

function find(root: string, { dir, path }: Located): FoundFiles {
  if (leavesAsText(path))
    return { files: [], refused: 'it is outside of the folder of the configuration, and eva reads nothing there' };
  const found = findFiles(dir, path);
  return dir === root
    ? found
    : { ...found, files: found.files.map((file) => slashed(relative(root, join(dir, file)))) };
}

/** Returns a path without `file://`, `./` and `folder/..`. One that leaves the folder still begins with `..`. */
export function pathInFolder(path: string): string {
  return posix.normalize(path.replace(/^file:\/\//, ''));
}

/** Returns a path that a file in the folder `base` names, relative to the folder of the configuration. */
export function pathFrom(base: string, path: string): string {
  const inside = pathInFolder(path);
  return posix.isAbsolute(inside) ? inside : posix.join(base, inside);
}

function maxBytesOf(path: string): number {
  return dataFiles.includes(extname(path).toLowerCase()) ? maxDataBytes : maxTextBytes;
}

/** Says in a clause why a file could not be read: `it is outside of the folder of the configuration`. */
export function whyUnread(problems: readonly Problem[]): string {
  const [first] = problems;
  if (!first) return 'it cannot be read';
  const known = clauses[first.code];
  return known ?? `${first.message}${spotOf(first)}`;
}

/** Returns where a problem is, for the end of a clause: ` (tests.yaml:7)`. For a key that is given twice it names both lines. */
function spotOf({ at, variant, fix }: Problem): string {
  if (at?.line === undefined) return '';
  const isTwice = variant === 'twice' && fix && 'line' in fix;
  return isTwice ? ` (${at.file}:${fix['line']} and :${at.line})` : ` (${at.file}:${at.line})`;
}

const clauses: Readonly<Record<string, string>> = {
  EVA_OUTSIDE: 'it is outside of the folder of the configuration, and eva reads nothing there',
  EVA_NO_FILE: 'there is no such file',
  EVA_NOT_A_FILE: 'it is not a regular file',
  EVA_HIDDEN_FILE: 'it is a hidden file, or a link to one',
  EVA_TOO_LARGE: 'the file is too large: 20 MB for data, 5 MB for other texts',
  EVA_NOT_UTF8: 'it is not a text in UTF-8',
  EVA_UNREADABLE: 'it cannot be read',
  EVA_YAML_EMPTY: 'the file is empty',
};
