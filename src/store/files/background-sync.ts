import { closeSync, constants, fdatasync, fsync, openSync } from 'node:fs';
import { limitConcurrency } from '#model/data/collections.js';
import { onDisk, openRegular } from './regular-file.js';

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
    if (isOpen()) await called(path, (done) => fdatasync(fd, done));
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

async function syncAndClose(path: string, open: () => number): Promise<void> {
  const fd = onDisk('write', path, open);
  try {
    await called(path, (done) => fsync(fd, done));
  } finally {
    onDisk('write', path, () => closeSync(fd));
  }
}

/** Waits for a call of the file system. Throws EVA_DISK. */
function called(path: string, call: (done: (error: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    call((error) => {
      if (!error) return resolve();
      try {
        onDisk('write', path, () => {
          throw error;
        });
      } catch (failure) {
        reject(failure);
      }
    });
  });
}
