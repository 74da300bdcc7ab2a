import { randomBytes } from 'node:crypto';
import { type Dirent, lstatSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { errnoOf, onDisk } from './files/disk-error.js';
import { isOwnDirectory } from './run/run-names.js';

const prefix = '.trash-';

/** Removes a directory below `.eva`. Renames it first, so that it disappears at once. Throws EVA_DISK. */
export function throwAway(root: string, dir: string): void {
  const trash = join(root, '.eva', `${prefix}${randomBytes(6).toString('hex')}`);
  onDisk('remove', dir, () => renameSync(dir, trash));
  onDisk('remove', trash, () => removeTree(trash));
}

/** Removes a directory with its content. Tries again if another process adds a file at the same time. */
function removeTree(path: string, attempts = 10): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch (error) {
    if (errnoOf(error) !== 'ENOTEMPTY' || attempts === 1) throw error;
    removeTree(path, attempts - 1);
  }
}

/** The number and size of the removed files. */
interface Removed {
  readonly files: number;
  readonly bytes: number;
}

/** Finishes removals that were interrupted. Throws EVA_DISK. */
function emptyTrash(root: string): Removed {
  const dir = join(root, '.eva');
  const left = onDisk('read', dir, () => readdirSync(dir)).filter((name) => name.startsWith(prefix));
  const sizes = left.map((name) => {
    const path = join(dir, name);
    const size = sizeBelow(path);
    onDisk('remove', path, () => removeTree(path));
    return size;
  });
  return sizes.reduce(sum, { files: 0, bytes: 0 });
}

/** Counts the files below a path and their bytes; does not follow links. Throws EVA_DISK. */
export function sizeBelow(path: string): Removed {
  const stats = onDisk('read', path, () => lstatSync(path, { throwIfNoEntry: false }));
  if (!stats) return { files: 0, bytes: 0 };
  if (!stats.isDirectory()) return { files: 1, bytes: stats.size };
  const names = onDisk('read', path, () => readdirSync(path));
  return names.map((name) => sizeBelow(join(path, name))).reduce(sum, { files: 0, bytes: 0 });
}

function sum(a: Removed, b: Removed): Removed {
  return { files: a.files + b.files, bytes: a.bytes + b.bytes };
}

/** The age from which a temporary file is removed. Writing a file takes seconds, so its process has ended. */
const longestWriteMs = 24 * 60 * 60 * 1000;

/** Matches names of temporary files of atomic writes: `.NAME.<12 hex>.tmp`. */
const temporaryName = /^\..+\.[0-9a-f]{12}\.tmp$/;

/** The folders of the library in which eva writes, each with the number of levels below it. */
const places = [
  { dir: '.', levels: 0 },
  { dir: 'prompts', levels: 1 },
  { dir: '.eva', levels: 2 },
] as const;

/**
 * Removes files that killed processes left in a library: trash in `.eva`, and temporary files that are older than a day. Follows no link.
 * Throws EVA_DISK, EVA_ODD_FILE.
 */
export function sweep(root: string, now: Date): Removed {
  const trash = isOwnDirectory(join(root, '.eva')) ? emptyTrash(root) : { files: 0, bytes: 0 };
  const temporaries = places.flatMap(({ dir, levels }) => temporariesIn(join(root, dir), levels));
  const left = temporaries.map((path) => removeOld(path, now)).filter((bytes) => bytes !== null);
  return left.reduce(({ files, bytes }, more) => ({ files: files + 1, bytes: bytes + more }), trash);
}

function temporariesIn(dir: string, levels: number): readonly string[] {
  const entries = entriesOf(dir);
  const own = entries.filter((entry) => entry.isFile() && temporaryName.test(entry.name));
  const below = levels > 0 ? entries.filter((entry) => entry.isDirectory()) : [];
  return [
    ...own.map(({ name }) => join(dir, name)),
    ...below.flatMap(({ name }) => temporariesIn(join(dir, name), levels - 1)),
  ];
}

/** Lists the entries of a folder; none if it is missing or a link. */
function entriesOf(dir: string): readonly Dirent[] {
  return onDisk('read', dir, () => {
    const stats = lstatSync(dir, { throwIfNoEntry: false });
    return stats?.isDirectory() ? readdirSync(dir, { withFileTypes: true }) : [];
  });
}

/** Removes an old temporary file and returns its size in bytes; null if it is too new to be removed. */
function removeOld(path: string, now: Date): number | null {
  return onDisk('remove', path, () => {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (!stats || now.getTime() - stats.mtimeMs < longestWriteMs) return null;
    rmSync(path, { force: true });
    return stats.size;
  });
}
