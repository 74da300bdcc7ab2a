import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { lfsPointer, pointerProblem } from '#model/data/stray-content.js';
import { EvaError, evaError, isError, problem } from '#model/problem.js';
import { short } from '#model/text/quoted.js';

/** Flags against hostile libraries: eva follows no link out of the library, and a pipe in place of a file does not block it. */
const guarded = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * Opens a regular file. `flags` are those of open(2); a new file gets `newMode` without the bits of the umask. The private mode also makes
 * an existing file private. Throws EVA_ODD_FILE for a link, pipe, device or directory, and EVA_STRAY_CONTENT for a pointer of Git LFS, which is
 * neither read nor appended to.
 */
export function openRegular(path: string, flags: number, newMode = 0o666): number {
  const fd = openSync(path, flags | guarded, newMode);
  const stats = fstatSync(fd);
  if (stats.isFile()) {
    const mayBePointer = (flags & constants.O_WRONLY) === 0 && stats.size <= 1024;
    if (mayBePointer && lfsPointer(readStart(fd, stats.size)) !== null) {
      closeSync(fd);
      throw new EvaError([pointerProblem(path)]);
    }
    if (newMode === privateMode.file) makePrivate(fd, stats);
    return fd;
  }
  closeSync(fd);
  throw oddFile(path, 'not_a_file');
}

/** Removes all rights of other users from a regular file. Leaves anything else at the path as it is. */
export function makeFilePrivate(path: string): void {
  try {
    closeSync(openRegular(path, constants.O_RDONLY, privateMode.file));
  } catch {}
}

/** Reads a regular file; null if it is missing. Throws EVA_DISK, EVA_ODD_FILE, and for a file above `maxBytes` the error of `refuse`. */
export function readRegular(path: string, maxBytes: number, refuse = tooLarge): Buffer | null {
  return onDisk('read', path, () =>
    withRegular(path, constants.O_RDONLY, (fd) => {
      const { size } = fstatSync(fd);
      if (size > maxBytes) throw refuse(path, maxBytes / 1024 / 1024);
      return readStart(fd, size);
    }),
  );
}

/** Opens a regular file, returns the result of `work` and closes the file; null if it is missing. `flags` are those of open(2). */
export function withRegular<T>(path: string, flags: number, work: (fd: number) => T): T | null {
  const fd = openIfThere(path, flags);
  if (fd === null) return null;
  try {
    return work(fd);
  } finally {
    closeSync(fd);
  }
}

/** Opens a regular file; null if it is missing. */
export function openIfThere(path: string, flags: number): number | null {
  try {
    return openRegular(path, flags);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Reads the first `size` bytes of an open file, or all if it is shorter. */
export function readStart(fd: number, size: number): Buffer {
  const bytes = Buffer.alloc(size);
  let length = 0;
  while (length < size) {
    const read = readSync(fd, bytes, length, size - length, length);
    if (read === 0) break;
    length += read;
  }
  return bytes.subarray(0, length);
}

/** Returns the error for a log with too many bytes. */
function tooLarge(path: string, limit_mib: number): EvaError {
  return evaError('EVA_LOG_TOO_LARGE:bytes', `${short(path)} is larger than ${limit_mib} MiB`, { hint: moveLines });
}

/** Makes a directory and its missing parents. Node's own recursive call never returns below /proc. Throws the errors of the file system. */
export function makeDirectories(path: string, mode = 0o777): void {
  try {
    makeDirectory(path, mode);
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT' || dirname(path) === path) throw error;
    makeDirectories(dirname(path), mode);
    makeDirectory(path, mode);
  }
}

function makeDirectory(path: string, mode: number): void {
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST' || !statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/** Syncs a directory, so that a new or renamed entry survives a power cut. Does nothing on systems that cannot do it. */
export function syncDirectory(path: string): void {
  try {
    const fd = openSync(path, constants.O_RDONLY);
    try {
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
  } catch {}
}

/** Checks that a line could be appended to a file. Changes nothing. Throws EVA_DISK, EVA_ODD_FILE. */
export function checkAppendable(path: string): void {
  onDisk('append to', path, () => {
    if (lstatSync(path, { throwIfNoEntry: false })) closeSync(openRegular(path, constants.O_RDWR | constants.O_APPEND));
    else accessSync(dirname(path), constants.W_OK);
  });
}

/** Writes all bytes. Local disks that are not full take them in one system call. */
export function writeWhole(fd: number, bytes: Uint8Array): void {
  let written = 0;
  while (written < bytes.length) written += writeSync(fd, bytes, written);
}

/** Modes in `.eva`: only this user may read inputs and replies. */
export const privateMode = { file: 0o600, folder: 0o700 } as const;

/** Removes all rights of other users from an open file. Leaves the file of another user as it is. */
function makePrivate(fd: number, { mode }: Stats): void {
  if ((mode & 0o077) === 0) return;
  try {
    fchmodSync(fd, mode & 0o700);
  } catch {} // the file of another user, or a file system without modes
}

/** Removes all rights of other users from a folder. Does not follow a symbolic link. */
export function makeFolderPrivate(path: string, stats: Stats): void {
  if ((stats.mode & 0o077) === 0) return;
  try {
    const fd = openSync(path, constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0));
    try {
      makePrivate(fd, stats);
    } finally {
      closeSync(fd);
    }
  } catch {}
}

/** Returns the result of `work`. Turns an error of the file system into an `EvaError` with the path and the reason. */
export function onDisk<T>(action: DiskAction, path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw asEvaError(action, path, error);
  }
}

/** Does as `onDisk` for work that waits. */
export async function onDiskLater<T>(action: DiskAction, path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asEvaError(action, path, error);
  }
}

function asEvaError(action: DiskAction, path: string, error: unknown): unknown {
  const errno = errnoOf(error);
  if (errno === undefined) return error;
  if (errno === 'ELOOP') return oddFile(path, 'symbolic_link');
  return new EvaError(
    [
      problem('EVA_DISK:failed', `cannot ${action} ${short(path)}: ${reasons[errno] ?? short(errno)}`, {
        hint: errno === 'ENOSPC' || errno === 'EDQUOT' ? 'free some space and run the command again' : undefined,
      }),
    ],
    { cause: error },
  );
}

/** Returns the error code of a system call (`ENOSPC`); undefined for any other error. */
export function errnoOf(error: unknown): string | undefined {
  if (!isError(error) || !('syscall' in error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

export function oddFile(path: string, kind: OddFileKind): EvaError {
  return evaError('EVA_ODD_FILE', `${short(path)} is ${oddKinds[kind]}`, {
    hint: 'eva keeps its own files as regular files inside the library; put one there, or remove this',
  });
}

/** The reasons of the file system by their error codes. */
export const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EBUSY: 'it is in use',
  EDQUOT: 'the disk quota is used up',
  EEXIST: 'it exists already',
  EFBIG: 'the file would be too large',
  EIO: 'the disk reports an error',
  EISDIR: 'it is a directory',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'the path is too long',
  ENFILE: 'too many files are open',
  ENOENT: 'its directory does not exist',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of the path is not a directory',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
};

const oddKinds = {
  symbolic_link: 'a symbolic link',
  not_a_file: 'not a regular file',
  not_a_directory: 'not a directory',
} as const;

export type DiskAction = 'append to' | 'close' | 'create' | 'open' | 'read' | 'remove' | 'write';

/** The things that eva can find in place of one of its files. */
export type OddFileKind = keyof typeof oddKinds;

export const moveLines = 'move the older lines to another file';
