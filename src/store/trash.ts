import { randomBytes } from 'node:crypto';
import { lstatSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { errnoOf, onDisk } from './files/disk-error.js';

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
export interface Removed {
  readonly files: number;
  readonly bytes: number;
}

/** Finishes removals that were interrupted. Throws EVA_DISK. */
export function emptyTrash(root: string): Removed {
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
