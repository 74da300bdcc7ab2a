import { type Dirent, lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { onDisk } from './files/disk-error.js';
import { isOwnDirectory } from './run/run-names.js';
import { emptyTrash, type Removed } from './trash.js';

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
