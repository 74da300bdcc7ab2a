import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** A process, so that another one that got its number later is not taken for it. */
export interface ProcessMark {
  readonly pid: number;
  readonly host: string;
  /** Differs after each start of the machine; null where the system does not tell. */
  readonly boot_id: string | null;
  /** When the process began, in the system's own count; null where it does not tell. */
  readonly started: string | null;
}

/** This process. */
export function thisProcess(): ProcessMark {
  return { pid: process.pid, host: hostname(), boot_id: bootId(), started: startOf(process.pid) };
}

/** What is known of a process that left its mark: `elsewhere` is on another machine, of which nothing can be said. */
export type Whereabouts = 'alive' | 'gone' | 'restarted' | 'elsewhere';

/** Where the process of a mark is now, as far as this machine can tell. */
export function whereabouts({ pid, host, boot_id, started }: ProcessMark): Whereabouts {
  if (host !== hostname()) return 'elsewhere';
  if (boot_id !== bootId()) return 'restarted';
  const isSame = startOf(pid) === started;
  return isSame && isThere(pid) ? 'alive' : 'gone';
}

/** A process of another user is there, though no signal may be sent to it. */
function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function bootId(): string | null {
  return textOf('/proc/sys/kernel/random/boot_id')?.trim() ?? null;
}

/**
 * Field 22 of proc(5)'s stat. The name in field 2 may hold blanks and parentheses, so that fields count from its last one. null for a
 * zombie too: it has ended, and merely nobody has asked how.
 */
function startOf(pid: number): string | null {
  const stat = textOf(`/proc/${pid}/stat`);
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? [];
  return fields[0] === 'Z' ? null : (fields[22 - 3] ?? null);
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
