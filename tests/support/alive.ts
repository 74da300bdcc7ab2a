import { readdirSync, readFileSync } from 'node:fs';

/** Processes other than this one that run (zombies do not) and whose command line holds the mark. */
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

/** A number of seconds that no other process sleeps for: the mark of a process that does. */
export function uniqueSleep(): string {
  return `2${process.pid}${nextMark++}`;
}
