import { closeSync, constants, fdatasync, fsync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import { limitConcurrency } from '#model/data/collections.js';
import { onDiskLater, openRegular } from './regular-file.js';

/** Syncs that run at the same time. They leave one of Node's four threads to those who look up the names of servers. */
const inTurn = limitConcurrency(3);

/** The syncs that have not begun, by path: who asks for one of them now shares it. */
const waiting = new Map<string, Promise<void>>();

/** Syncs a file to which several runs append, without blocking. Throws EVA_DISK, EVA_ODD_FILE. */
export function syncFile(path: string): Promise<void> {
  return shared(path, () => syncAndClose(path, () => openRegular(path, constants.O_RDWR)));
}

/** Syncs a folder as `syncDirectory` does, without blocking. */
export function syncFolder(path: string): Promise<void> {
  return shared(path, () => syncAndClose(path, () => openSync(path, constants.O_RDONLY)).catch(() => {}));
}

/** Syncs an open file without blocking. `isOpen` returns false once the file is closed. Throws EVA_DISK. */
export function syncOpenFile(fd: number, path: string, isOpen = () => true): Promise<void> {
  return inTurn(async () => {
    if (isOpen()) await onDiskLater('write', path, () => promisify(fdatasync)(fd));
  });
}

function shared(path: string, sync: () => Promise<void>): Promise<void> {
  const asked = waiting.get(path);
  if (asked !== undefined) return asked;
  const begun = inTurn(() => {
    waiting.delete(path);
    return sync();
  });
  waiting.set(path, begun);
  return begun;
}

function syncAndClose(path: string, open: () => number): Promise<void> {
  return onDiskLater('write', path, async () => {
    const fd = open();
    try {
      await promisify(fsync)(fd);
    } finally {
      closeSync(fd);
    }
  });
}
