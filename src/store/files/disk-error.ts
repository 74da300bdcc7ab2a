import { EvaError, problem } from '#errors/index.js';

const words: Readonly<Record<string, string>> = {
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

/** Does `work` and turns what the file system objects to into an EvaError that names the path and says why in words. */
export function onDisk<T>(doing: string, path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw asEvaError(doing, path, error);
  }
}

function asEvaError(doing: string, path: string, error: unknown): unknown {
  const code = errnoOf(error);
  if (code === undefined) return error;
  if (code === 'ELOOP') return oddFile(path, 'a symbolic link');
  const reason = words[code] ?? code;
  const hint = code === 'ENOSPC' || code === 'EDQUOT' ? 'free some space and run the command again' : undefined;
  return new EvaError([problem('EVA_DISK', `cannot ${doing} ${path}: ${reason}`, { hint })], { cause: error });
}

/** Returns the system's name of the error (`ENOSPC`), or undefined if it is not the file system that objects. */
export function errnoOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** Returns the refusal of a path that is not a regular file or directory of the library's own. */
export function oddFile(path: string, what: string): EvaError {
  const hint = 'eva keeps its own files as regular files inside the library; put one there, or remove this';
  return new EvaError([problem('EVA_ODD_FILE', `${path} is ${what}`, { hint })]);
}
