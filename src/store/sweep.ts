import { type Dirent, lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { onDisk } from './files/disk-error.js';
import { isOwnDirectory } from './run/run-names.js';
import { emptyTrash, type Removed } from './trash.js';

/** A file is written in seconds: what has stood beside its place for a day was left by a process that is gone. */
const longestWriteMs = 24 * 60 * 60 * 1000;

/** `.NAME.<12 hex>.tmp`, as an atomic write calls it. */
const temporaryName = /^\..+\.[0-9a-f]{12}\.tmp$/;

/** Where eva writes: a folder of the library, and how many levels of folders below it. */
const places = [
  { dir: '.', levels: 0 },
  { dir: 'prompts', levels: 1 },
  { dir: '.eva', levels: 2 },
] as const;

/**
 * Removes what killed processes left in a library: trash in `.eva`, and temporary files of a day and more beside what eva writes.
 * Nothing else is touched, and no link is followed. Throws EVA_DISK, EVA_ODD_FILE.
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

/** Returns the bytes of the file, or null if it stays. */
function removeOld(path: string, now: Date): number | null {
  return onDisk('remove', path, () => {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (!stats || now.getTime() - stats.mtimeMs < longestWriteMs) return null;
    rmSync(path, { force: true });
    return stats.size;
  });
}
