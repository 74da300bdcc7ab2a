import { EvaError, problem } from '#errors/index.js';
import type { DiskAction, OddFileKind } from '#errors/sentences/runs/store.js';
import { oddKinds, reasons } from '#errors/sentences/runs/store.js';
import { short } from '#model/text/quoted.js';
import { isError } from '#model/thrown.js';

/** Returns the result of `work`. Turns an error of the file system into an `EvaError` with the path and the reason. */
export function onDisk<T>(action: DiskAction, path: string, work: () => T): T {
  try {
    return work();
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

/** Returns the error for a path that is not a regular file or directory of the library. */
export function oddFile(path: string, kind: OddFileKind): EvaError {
  return new EvaError([
    problem('EVA_ODD_FILE', `${short(path)} is ${oddKinds[kind]}`, {
      hint: 'eva keeps its own files as regular files inside the library; put one there, or remove this',
    }),
  ]);
}
