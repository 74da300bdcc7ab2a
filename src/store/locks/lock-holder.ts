import { randomBytes } from 'node:crypto';
import { isObject } from '#model/data/json.js';
import { type ProcessMark, thisProcess, whereabouts } from './this-machine.js';

/** Whom a lock belongs to. */
export type Holder = ProcessMark & { readonly mark: string };

/** The text of a lock of this process, unlike that of any other lock. */
export function newHolderText(): string {
  return `${JSON.stringify({ ...thisProcess(), mark: randomBytes(16).toString('hex') })}\n`;
}

/** Who holds the lock with this text in it; `unknown` if that cannot be made out. */
export function holderIn(text: string): Holder | 'unknown' {
  try {
    const value: unknown = JSON.parse(text);
    return isHolder(value) ? value : 'unknown';
  } catch {
    return 'unknown';
  }
}

/** Whether nobody can have the lock any more: its process is gone from this machine. */
export function isGone(holder: Holder | 'unknown'): boolean {
  return holder !== 'unknown' && ['gone', 'restarted'].includes(whereabouts(holder));
}

function isHolder(value: unknown): value is Holder {
  if (!isObject(value)) return false;
  const { pid, host, mark, ...told } = value;
  const isTold = ['boot_id', 'pid_namespace', 'started'].every((key) => isTextOrNull(told[key]));
  return isTold && typeof host === 'string' && typeof mark === 'string' && Number.isSafeInteger(pid) && Number(pid) > 0;
}

function isTextOrNull(value: unknown): boolean {
  return value === null || typeof value === 'string';
}
