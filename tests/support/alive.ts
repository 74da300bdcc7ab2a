import { readdirSync, readFileSync } from 'node:fs';

/** Lists the other running processes whose command line contains the mark, without those that have ended or were killed. */
export function alive(mark: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => {
      try {
        const status = readFileSync(`/proc/${pid}/status`, 'utf8');
        return !hasEnded(status) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(mark);
      } catch {
        return false;
      }
    });
}

/** The bit of SIGKILL in a mask of signals. */
const killed = 1n << 8n;

/** Returns true for a zombie, and for a process with a pending SIGKILL: it runs no more code, but a busy machine may take a while to remove it. */
function hasEnded(status: string): boolean {
  const masks = [...status.matchAll(/^(?:SigPnd|ShdPnd):\s+([0-9a-f]+)$/gm)];
  return /^State:\s+Z/m.test(status) || masks.some(([, mask]) => (BigInt(`0x${mask}`) & killed) !== 0n);
}

let nextMark = 0;

/** Returns a number of seconds for which no other process sleeps, to mark a process. */
export function uniqueSleep(): string {
  return `2${process.pid}${nextMark++}`;
}
