import { closeSync, constants, fchmodSync, openSync, type Stats } from 'node:fs';

/** Modes of what eva keeps in `.eva`: inputs and replies are for nobody but this user. */
export const privateMode = { file: 0o600, folder: 0o700 } as const;

/** Takes the rights of all other users from an open file. One that belongs to somebody else stays as it is. */
export function makePrivate(fd: number, { mode }: Stats): void {
  if ((mode & 0o077) === 0) return;
  try {
    fchmodSync(fd, mode & 0o700);
  } catch {} // somebody else's, or a file system without modes
}

/** The same for a folder. A symbolic link is not followed. */
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
