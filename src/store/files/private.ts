import { closeSync, constants, fchmodSync, openSync, type Stats } from 'node:fs';

/** Modes in `.eva`: only this user may read inputs and replies. */
export const privateMode = { file: 0o600, folder: 0o700 } as const;

/** Removes all rights of other users from an open file. Leaves the file of another user as it is. */
export function makePrivate(fd: number, { mode }: Stats): void {
  if ((mode & 0o077) === 0) return;
  try {
    fchmodSync(fd, mode & 0o700);
  } catch {} // the file of another user, or a file system without modes
}

/** Removes all rights of other users from a folder. Does not follow a symbolic link. */
export function makeFolderPrivate(path: string, stats: Stats): void {
  if ((stats.mode & 0o077) === 0) return;
  let fd: number | undefined;
  try {
    fd = openSync(path, constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0));
    makePrivate(fd, stats);
  } catch {
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}
