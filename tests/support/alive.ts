import { readdirSync, readFileSync } from 'node:fs';

/** Lists the other running processes, without zombies, whose command line contains the mark. */
export function alive(mark: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => {
      try {
        const isZombie = /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
        return !isZombie && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(mark);
      } catch {
        return false;
      }
    });
}

let nextMark = 0;

/** Returns a number of seconds for which no other process sleeps, to mark a process. */
export function uniqueSleep(): string {
  return `2${process.pid}${nextMark++}`;
}
