import { writeSync } from 'node:fs';

/** Writes all bytes: in one system call wherever the system takes them whole, as local disks do unless they are full. */
export function writeWhole(fd: number, bytes: Uint8Array): void {
  let written = 0;
  while (written < bytes.length) written += writeSync(fd, bytes, written);
}
