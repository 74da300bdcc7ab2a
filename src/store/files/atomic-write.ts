import { randomBytes } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { EvaError, problem } from '#errors.js';
import { errnoOf, oddFile, onDisk } from './disk-error.js';
import { privateMode } from './private.js';
import { syncDirectory } from './regular-file.js';
import { writeWhole } from './write-whole.js';

/** What a file is to hold: in pieces where the whole would be too much for memory. */
export type FileData = string | Uint8Array | Iterable<string>;

/** Pieces are written together up to about so many characters. */
const togetherLength = 256 * 1024;

/**
 * Replaces a file by writing beside it and renaming, so that a reader or a crash meets the old content or the new, never a part.
 * The mode of an existing file is kept, but for the rights of others if
 * `newMode` is private; a new file gets `newMode` (0644 unless given). Links and read-only files are refused.
 * `beforeRename` runs when all but the renaming is done: if it throws, the old content stays.
 */
export function writeAtomically(
  path: string,
  data: FileData,
  newMode = 0o644,
  beforeRename: () => void = () => {},
): void {
  onDisk('write', path, () => {
    const kept = modeToKeep(path) ?? newMode;
    const mode = newMode === privateMode.file ? kept & 0o700 : kept;
    const temporary = temporaryBeside(path);
    try {
      writeNew(temporary, data, mode);
      beforeRename();
      renameSync(temporary, path);
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
    syncDirectory(dirname(path));
  });
}

/**
 * Makes a file with this mode, whole from its first moment, or returns false if there is something at the path: of any number of processes that
 * try it one succeeds. What the file system objects to is thrown as it is.
 */
export function createWhole(path: string, data: string, mode: number): boolean {
  const temporary = temporaryBeside(path);
  try {
    writeNew(temporary, data, mode);
    linkOrWrite(temporary, path, data, mode);
    return true;
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Not every file system has links. There a reader may meet the file before its content, and what goes wrong is said by the writing. */
function linkOrWrite(temporary: string, path: string, data: string, mode: number): void {
  try {
    linkSync(temporary, path);
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') throw error;
    writeNew(path, data, mode);
  }
}

function temporaryBeside(path: string): string {
  return join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`);
}

function modeToKeep(path: string): number | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats) return undefined;
  if (!stats.isFile()) throw oddFile(path, stats.isSymbolicLink() ? 'a symbolic link' : 'not a regular file');
  if ((stats.mode & 0o222) === 0) throw readOnly(path);
  accessSync(path, constants.W_OK);
  return stats.mode & 0o7777;
}

/** Renaming over it would succeed, but whoever took the write permission away meant it. */
function readOnly(path: string): EvaError {
  const hint = 'give yourself permission to write it';
  return new EvaError([problem('EVA_DISK', `cannot write ${path}: the file is read-only`, { hint })]);
}

function writeNew(path: string, data: FileData, mode: number): void {
  const fd = openSync(path, 'wx', 0o600);
  try {
    for (const bytes of chunksOf(data)) writeWhole(fd, bytes);
    fchmodSync(fd, mode);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

function* chunksOf(data: FileData): Generator<Uint8Array> {
  if (typeof data === 'string' || data instanceof Uint8Array) return yield Buffer.from(data);
  let together = '';
  for (const piece of data) {
    together += piece;
    if (together.length < togetherLength) continue;
    yield Buffer.from(together);
    together = '';
  }
  yield Buffer.from(together);
}
