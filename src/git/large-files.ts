import { createHash } from 'node:crypto';
import { constants, copyFileSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { lfsPointer } from '#model/data/stray-content.js';
import type { Written } from './write-files.js';

/**
 * Replaces pointers of Git LFS by the file of the working tree if that is the one that they mean. A commit has only the pointer, so without
 * this each prompt with such a file would differ.
 */
export function restoreLargeFiles(written: readonly Written[], folder: string, workTree: string): void {
  for (const { path, entry, bytes } of written) {
    if (bytes > 1024) continue;
    const copy = join(folder, path);
    const meant = lfsPointer(readFileSync(copy));
    const own = join(workTree, entry.path);
    if (!meant || !isFile(own, meant.size) || sha256Of(own) !== meant.sha256) continue;
    rmSync(copy);
    copyFileSync(own, copy, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  }
}

function isFile(path: string, size: number): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats?.isFile() === true && stats.size === size && size <= 1024 ** 3;
}

function sha256Of(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}
