import { randomBytes } from 'node:crypto';
import { isObject } from '#model/data/json.js';
import { type ProcessMark, thisProcess, whereabouts } from './this-machine.js';

/** The holder of a lock. */
export type Holder = ProcessMark & { readonly mark: string };

/** Returns the text for a new lock of this process, different for each lock. */
export function newHolderText(): string {
  return `${JSON.stringify({ ...thisProcess(), mark: randomBytes(16).toString('hex') })}\n`;
}

/** Parses the holder from the text of a lock; `unknown` if it is unreadable. */
export function holderIn(text: string): Holder | 'unknown' {
  try {
    const value: unknown = JSON.parse(text);
    return isHolder(value) ? value : 'unknown';
  } catch {
    return 'unknown';
  }
}

/** Returns true if the lock is stale: its process has ended on this machine. */
export function isGone(holder: Holder | 'unknown'): boolean {
  return holder !== 'unknown' && ['gone', 'restarted'].includes(whereabouts(holder));
}

function isHolder(value: unknown): value is Holder {
  if (!isObject(value)) return false;
  const { pid, host, mark, ...rest } = value;
  const hasMarks = ['boot_id', 'pid_namespace', 'started'].every((key) => isTextOrNull(rest[key]));
  return (
    hasMarks && typeof host === 'string' && typeof mark === 'string' && Number.isSafeInteger(pid) && Number(pid) > 0
  );
}

function isTextOrNull(value: unknown): boolean {
  return value === null || typeof value === 'string';
}
