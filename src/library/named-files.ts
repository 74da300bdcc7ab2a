import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync, realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { uniqueBy } from '#model/data/collections.js';

/** A file that a command line names. */
export interface NamedFile {
  /** The real path. */
  readonly path: string;
  /** The digest of its bytes, or `unreadable`. A command line with an unreadable file cannot be trusted. */
  readonly sha256: string;
}

/** The maximum size of a file that eva hashes, in bytes. No script or interpreter is larger. */
const maxBytes = 1024 * 1024 * 1024;

/** Returns the words of a command line that are regular files, relative to the directory in which it runs. */
export function namedFiles(argv: readonly string[], cwd: string): readonly NamedFile[] {
  const files = argv.flatMap((word) => namedFile(word, cwd) ?? []);
  return uniqueBy(files, (file) => file.path);
}

function namedFile(word: string, cwd: string): NamedFile | undefined {
  try {
    const path = realpathSync(resolve(cwd, word));
    const stats = statSync(path);
    if (!stats.isFile()) return undefined;
    return { path, sha256: stats.size > maxBytes ? 'unreadable' : digestOf(path) };
  } catch {
    return undefined;
  }
}

function digestOf(path: string): string {
  try {
    return hashFile(path);
  } catch {
    return 'unreadable';
  }
}

function hashFile(path: string): string {
  const hash = createHash('sha256');
  const chunk = Buffer.alloc(1024 * 1024);
  const fd = openSync(path, 'r');
  try {
    for (let read = readSync(fd, chunk); read > 0; read = readSync(fd, chunk)) hash.update(chunk.subarray(0, read));
  } finally {
    closeSync(fd);
  }
  return hash.digest('hex');
}
