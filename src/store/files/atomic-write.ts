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
import { evaError } from '#model/problem.js';
import { short } from '#model/text/quoted.js';
import { syncFolder, syncOpenFile } from './background-sync.js';
import { errnoOf, oddFile, onDisk, onDiskLater, privateMode, syncDirectory, writeWhole } from './regular-file.js';

/** The content of a file, or pieces of it if the whole could exceed the memory. */
type FileData = string | Uint8Array | Iterable<string>;

/** Pieces are joined to writes of about this many characters. */
const togetherLength = 64 * 1024;

/**
 * Replaces a file atomically, by writing a temporary file beside it and renaming that. A new file gets `newMode` (default 0644). An
 * existing file keeps its mode, without the rights of others if `newMode` is private. `beforeRename` runs just before the renaming: if it
 * throws, the old content stays. Throws EVA_ODD_FILE for a link, and EVA_DISK, also for a read-only file.
 */
export function writeAtomically(
  path: string,
  data: FileData,
  newMode = 0o644,
  beforeRename: () => void = () => {},
): void {
  onDisk('write', path, () => {
    const mode = modeFor(path, newMode);
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

/** Replaces a file atomically, as `writeAtomically` does, with pieces that may arrive later. Throws the errors of the pieces, too. */
export async function writePieces(path: string, pieces: AsyncIterable<string>): Promise<void> {
  await replaceFile(path, 0o644, (fd) => writeTogether(fd, pieces));
  await syncFolder(dirname(path));
}

/**
 * Replaces a private file atomically, without blocking while the disk syncs it. The new name can still be lost in a power cut, until the folder is
 * synced. Throws as `writeAtomically` does.
 */
export function writeInBackground(path: string, data: FileData): Promise<void> {
  return replaceFile(path, privateMode.file, (fd) => writeChunks(fd, data));
}

function replaceFile(path: string, newMode: number, fill: (fd: number) => Promise<void> | void): Promise<void> {
  return onDiskLater('write', path, async () => {
    const mode = modeFor(path, newMode);
    const temporary = temporaryBeside(path);
    try {
      const fd = openSync(temporary, 'wx', 0o600);
      try {
        await fill(fd);
        fchmodSync(fd, mode);
        await syncOpenFile(fd, path);
      } finally {
        closeSync(fd);
      }
      renameSync(temporary, path);
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
  });
}

async function writeTogether(fd: number, pieces: AsyncIterable<string>): Promise<void> {
  let together = '';
  for await (const piece of pieces) {
    together += piece;
    if (together.length < togetherLength) continue;
    writeWhole(fd, Buffer.from(together));
    together = '';
  }
  writeWhole(fd, Buffer.from(together));
}

/** Checks that a file may be replaced, or created. Changes nothing. Throws as `writeAtomically` does. */
export function checkReplaceable(path: string): void {
  onDisk('write', path, () => modeToKeep(path));
}

/**
 * Creates a file with its mode and content in one step. Returns false if the path exists: if several processes try it, one succeeds. With
 * `sync: false` a power cut can leave it empty. Throws the errors of the file system unchanged.
 */
export function createWhole(
  path: string,
  data: string,
  mode: number,
  options: { readonly sync?: boolean } = {},
): boolean {
  const temporary = temporaryBeside(path);
  try {
    writeNew(temporary, data, mode, options);
    linkOrWrite(temporary, path, data, mode);
    return true;
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Hard-links the temporary file to its path. Without links it writes to the path itself, which readers may then see half-written. */
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

/** Returns the mode of a file that is replaced or new. */
function modeFor(path: string, newMode: number): number {
  const kept = modeToKeep(path) ?? newMode;
  return newMode === privateMode.file ? kept & 0o700 : kept;
}

function modeToKeep(path: string): number | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats) return undefined;
  if (!stats.isFile()) throw oddFile(path, stats.isSymbolicLink() ? 'symbolic_link' : 'not_a_file');
  // Renaming over a read-only file would succeed, but somebody made it read-only on purpose.
  if ((stats.mode & 0o222) === 0)
    throw evaError('EVA_DISK:read_only', `cannot write ${short(path)}: the file is read-only`, {
      hint: 'give yourself permission to write it',
    });
  accessSync(path, constants.W_OK);
  return stats.mode & 0o7777;
}

function writeNew(path: string, data: FileData, mode: number, { sync = true }: { readonly sync?: boolean } = {}): void {
  const fd = openSync(path, 'wx', 0o600);
  try {
    writeChunks(fd, data);
    fchmodSync(fd, mode);
    if (sync) fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

function writeChunks(fd: number, data: FileData): void {
  for (const bytes of chunksOf(data)) writeWhole(fd, bytes);
}

function* chunksOf(data: FileData): Generator<Uint8Array> {
  if (typeof data === 'string' || ArrayBuffer.isView(data)) return yield Buffer.from(data);
  // One buffer for all writes: hundreds of new ones would stay in memory until the next garbage collection.
  const buffer = Buffer.allocUnsafeSlow(4 * togetherLength);
  const bytesOf = (text: string) =>
    3 * text.length > buffer.length ? Buffer.from(text) : buffer.subarray(0, buffer.write(text));
  let together = '';
  for (const piece of data) {
    together += piece;
    if (together.length < togetherLength) continue;
    yield bytesOf(together);
    together = '';
  }
  yield bytesOf(together);
}
