import { createHash } from 'node:crypto';
import { constants, copyFileSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Written } from './write-files.js';

/** The maximum size of a pointer of Git LFS, in bytes. */
const maxPointer = 1024;

const pointer =
  /^version https:\/\/git-lfs\.github\.com\/spec\/v1\n(?:[\s\S]*\n)?oid sha256:([0-9a-f]{64})\n(?:[\s\S]*\n)?size (\d+)\n/;

/**
 * Replaces pointers of Git LFS by the file of the working tree if that is the one that they mean. A commit has only the pointer, so without
 * this each prompt with such a file would differ.
 */
export function restoreLargeFiles(written: readonly Written[], folder: string, workTree: string): void {
  for (const { path, entry, bytes } of written) {
    if (bytes > maxPointer) continue;
    const copy = join(folder, path);
    const [, digest = '', size = ''] = pointer.exec(readFileSync(copy, 'utf8')) ?? [];
    const own = join(workTree, entry.path);
    if (digest === '' || !isFile(own, Number(size)) || sha256Of(own) !== digest) continue;
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
