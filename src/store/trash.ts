import { randomBytes } from 'node:crypto';
import { type Dirent, lstatSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { errnoOf, onDisk } from './files/regular-file.js';
import { isOwnDirectory } from './run/run-names.js';
import { runsFolder } from './run/runs-folder.js';

const prefix = '.trash-';

/** Removes a directory below `.eva` or of a run. Renames it first, so that it disappears at once. Throws EVA_DISK. */
export function throwAway(root: string, dir: string): void {
  const local = join(root, '.eva');
  const place = dir.startsWith(join(local, sep)) ? local : dirname(dir);
  const trash = join(place, `${prefix}${randomBytes(6).toString('hex')}`);
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

interface Removed {
  readonly files: number;
  readonly bytes: number;
}

const nothing: Removed = { files: 0, bytes: 0 };

/** Finishes removals that were interrupted. Throws EVA_DISK. */
function emptyTrash(dir: string): Removed {
  const left = onDisk('read', dir, () => readdirSync(dir)).filter((name) => name.startsWith(prefix));
  const sizes = left.map((name) => {
    const path = join(dir, name);
    const size = sizeBelow(path);
    onDisk('remove', path, () => removeTree(path));
    return size;
  });
  return sizes.reduce(sum, nothing);
}

/** Counts the files below a path and their bytes; does not follow links. Throws EVA_DISK. */
export function sizeBelow(path: string): Removed {
  const stats = onDisk('read', path, () => lstatSync(path, { throwIfNoEntry: false }));
  if (!stats) return nothing;
  if (!stats.isDirectory()) return { files: 1, bytes: stats.size };
  const names = onDisk('read', path, () => readdirSync(path));
  return names.map((name) => sizeBelow(join(path, name))).reduce(sum, { files: 0, bytes: 0 });
}

function sum(a: Removed, b: Removed): Removed {
  return { files: a.files + b.files, bytes: a.bytes + b.bytes };
}

/** The age from which a temporary file of a library is removed. Writing a file takes seconds, so its process has ended. */
const longestWriteMs = 24 * 60 * 60 * 1000;

/** Matches names of temporary files of atomic writes, and of folders of new prompts: `.NAME.<12 hex>.tmp`. */
const temporaryName = /^\.(.+)\.[0-9a-f]{12}\.tmp$/;

/** The folders of the library in which eva writes, each with the number of levels below it, and whether it makes folders there. */
const placesIn = (root: string) => [
  { dir: root, levels: 0, hasFolders: false },
  { dir: join(root, 'prompts'), levels: 1, hasFolders: true },
  { dir: join(root, '.eva'), levels: 2, hasFolders: false },
  { dir: runsFolder(root), levels: 1, hasFolders: false },
];

/**
 * Removes files that killed processes left in a library: trash in `.eva` and among the runs, and temporary files and new prompts that are older than a day.
 * Follows no link. Throws EVA_DISK, EVA_ODD_FILE.
 */
export function sweep(root: string, now: Date): Removed {
  const trash = [join(root, '.eva'), runsFolder(root)].filter(isOwnDirectory).map(emptyTrash).reduce(sum, nothing);
  const temporaries = placesIn(root).flatMap(({ dir, levels, hasFolders }) => [
    ...temporariesIn(dir, levels),
    ...(hasFolders ? temporaryFoldersIn(dir) : []),
  ]);
  return temporaries.map((path) => removeOld(path, now, longestWriteMs)).reduce(sum, trash);
}

/** The longest time that the small files of a new library take to write. */
const longestSmallWriteMs = 10_000;

/**
 * Removes what killed processes left of writing small files and of making folders of new prompts: temporary ones beside them that are older
 * than 10 s. Throws EVA_DISK.
 */
export function removeTemporaries(
  { files, folders }: { readonly files: readonly string[]; readonly folders: readonly string[] },
  now: Date,
): void {
  const isOf = (path: string) => (entry: string) => temporaryName.exec(basename(entry))?.[1] === basename(path);
  const left = [
    ...files.flatMap((path) => temporariesIn(dirname(path), 0).filter(isOf(path))),
    ...folders.flatMap((path) => temporaryFoldersIn(dirname(path)).filter(isOf(path))),
  ];
  for (const path of left) removeOld(path, now, longestSmallWriteMs);
}

function temporariesIn(dir: string, levels: number): readonly string[] {
  const entries = entriesOf(dir);
  const files = entries.filter((entry) => entry.isFile() && temporaryName.test(entry.name));
  const below = levels > 0 ? entries.filter((entry) => entry.isDirectory() && !temporaryName.test(entry.name)) : [];
  return [
    ...files.map(({ name }) => join(dir, name)),
    ...below.flatMap(({ name }) => temporariesIn(join(dir, name), levels - 1)),
  ];
}

function temporaryFoldersIn(dir: string): readonly string[] {
  const folders = entriesOf(dir).filter((entry) => entry.isDirectory() && temporaryName.test(entry.name));
  return folders.map(({ name }) => join(dir, name));
}

/** Lists the entries of a folder; none if it is missing or a link. */
function entriesOf(dir: string): readonly Dirent[] {
  return onDisk('read', dir, () => {
    const stats = lstatSync(dir, { throwIfNoEntry: false });
    return stats?.isDirectory() ? readdirSync(dir, { withFileTypes: true }) : [];
  });
}

/** Removes an old temporary file or folder and returns its size; nothing if it is too new to be removed. */
function removeOld(path: string, now: Date, longestMs: number): Removed {
  return onDisk('remove', path, () => {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (!stats || now.getTime() - stats.mtimeMs < longestMs) return nothing;
    const size = sizeBelow(path);
    removeTree(path);
    return size;
  });
}
