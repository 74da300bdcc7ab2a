import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** A process, so that another one that got its number later is not taken for it. */
export interface ProcessMark {
  readonly pid: number;
  readonly host: string;
  /** Differs after each start of the machine; null where the system does not tell. */
  readonly boot_id: string | null;
  /** Within which its number is its: containers have their own; null where the system does not tell. */
  readonly pid_namespace: string | null;
  /** When the process began, in the system's own count; null where it does not tell. */
  readonly started: string | null;
}

/** Returns the identity of this process. */
export function thisProcess(): ProcessMark {
  const [boot_id, pid_namespace, started] = [bootId(), pidNamespace(), startOf(process.pid)];
  return { pid: process.pid, host: hostname(), boot_id, pid_namespace, started };
}

/** The state of a process that left its mark. `elsewhere`: on another machine or in another container, so nothing is known. */
export type Whereabouts = 'alive' | 'gone' | 'restarted' | 'elsewhere';

/** Returns where the process of a mark is now, as far as this machine can tell. */
export function whereabouts({ pid, host, boot_id, pid_namespace, started }: ProcessMark): Whereabouts {
  if (host !== hostname() || pid_namespace !== pidNamespace()) return 'elsewhere';
  if (boot_id !== bootId()) return 'restarted';
  const isSame = startOf(pid) === started;
  return isSame && isThere(pid) ? 'alive' : 'gone';
}

/** True if the process exists. A process of another user exists although no signal may be sent to it. */
function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function bootId(): string | null {
  return orNull(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'))?.trim() ?? null;
}

/** That of the system itself is the same after each start. */
function pidNamespace(): string | null {
  return orNull(() => readlinkSync('/proc/self/ns/pid'));
}

/**
 * Field 22 of proc(5)'s stat. The name in field 2 may hold blanks and parentheses, so that fields count from its last one. null for a
 * zombie too: it has ended, and merely nobody has asked how.
 */
function startOf(pid: number): string | null {
  const stat = orNull(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? [];
  return fields[0] === 'Z' ? null : (fields[22 - 3] ?? null);
}

function orNull(read: () => string): string | null {
  try {
    return read();
  } catch {
    return null;
  }
}
