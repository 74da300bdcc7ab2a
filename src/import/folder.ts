import { realpathSync } from 'node:fs';
import { extname, posix } from 'node:path';
import { leavesAsText, resolveInside } from '#load/source/inside-root.js';
import { readBytes, readText } from '#load/source/read-file.js';
import type { Loaded, Place } from '#model/problem.js';
import { type Found, findFiles } from './glob/find-files.js';

/** The files of the folder of a configuration. Nothing outside of it is read, neither by a path nor through a link. */
export interface ConfigFolder {
  /** The absolute path of the folder. */
  readonly dir: string;
  /** Reads a text file. Paths are relative to the folder. Problems have `at` as their place. */
  text(path: string, at: Place): Loaded<string>;
  /** Reads the bytes of a file. */
  bytes(path: string, at: Place): Loaded<Buffer>;
  /** Returns the files of a pattern (`*`, `**`, `?`, `[…]`, `{a,b}`), sorted, relative to the folder. Hidden folders and node_modules are left out. */
  glob(pattern: string): readonly string[];
  /** Finds files like `glob`, and says why there are none if the search would be too large. */
  find(pattern: string): Found;
}

/** A folder that knows what was looked for in it. */
export interface OpenFolder extends ConfigFolder {
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
  const read = <T>(path: string, at: Place, open: (real: string) => Loaded<T>): Loaded<T> => {
    const inside = resolveInside(root, [pathInFolder(path)], at);
    if (!inside.value) return { value: null, problems: inside.problems };
    const { value, problems } = open(inside.value.path);
    return { value, problems: problems.map((one) => ({ ...one, at })) };
  };
  const readOnce = textReader();
  const patterns = new Set<string>();
  const findNoted = (pattern: string): Found => {
    patterns.add(pathInFolder(pattern));
    return find(root, pattern);
  };
  return {
    dir: root,
    text: (path, at) => read(path, at, (real) => readOnce(real, path)),
    bytes: (path, at) => read(path, at, (real) => readBytes(real, path, maxDataBytes)),
    glob: (pattern) => findNoted(pattern).files,
    find: findNoted,
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

function find(root: string, pattern: string): Found {
  const inside = pathInFolder(pattern);
  if (!leavesAsText(inside)) return findFiles(root, inside);
  return { files: [], refused: 'it is outside of the folder of the configuration, and eva reads nothing there' };
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
