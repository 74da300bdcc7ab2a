import { accessSync, closeSync, constants, lstatSync } from 'node:fs';
import { dirname } from 'node:path';
import { onDisk } from './disk-error.js';
import { openRegular } from './regular-file.js';

/** Checks that a line could be appended to a file. Changes nothing. Throws EVA_DISK, EVA_ODD_FILE. */
export function checkAppendable(path: string): void {
  onDisk('append to', path, () => {
    if (lstatSync(path, { throwIfNoEntry: false })) closeSync(openRegular(path, constants.O_RDWR | constants.O_APPEND));
    else accessSync(dirname(path), constants.W_OK);
  });
}
