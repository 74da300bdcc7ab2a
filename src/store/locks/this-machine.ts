import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { errorCode } from '#model/thrown.js';

/** The identity of a process. It differs from that of a later process with the same number. */
export interface ProcessMark {
  readonly pid: number;
  readonly host: string;
  /** Differs after each start of the machine; null if the system does not report it. */
  readonly boot_id: string | null;
  /** The namespace of its number, which differs between containers; null if the system does not report it. */
  readonly pid_namespace: string | null;
  /** When the process started, in clock ticks of the system; null if the system does not report it. */
  readonly started: string | null;
}

export function thisProcess(): ProcessMark {
  const [boot_id, pid_namespace, started] = [bootId(), pidNamespace(), startOf(process.pid)];
  return { pid: process.pid, host: hostname(), boot_id, pid_namespace, started };
}

/** The state of a process. `elsewhere`: it is on another machine or in another container, so its state is unknown. */
export type Whereabouts = 'alive' | 'gone' | 'restarted' | 'elsewhere';

/** Returns the state of a process, as far as this machine can tell. */
export function whereabouts({ pid, host, boot_id, pid_namespace, started }: ProcessMark): Whereabouts {
  if (host !== hostname() || pid_namespace !== pidNamespace()) return 'elsewhere';
  if (boot_id !== bootId()) return 'restarted';
  const isSame = startOf(pid) === started;
  return isSame && isThere(pid) ? 'alive' : 'gone';
}

/** Returns true if the process exists. A process of another user exists although no signal may be sent to it. */
function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

function bootId(): string | null {
  return orNull(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'))?.trim() ?? null;
}

function pidNamespace(): string | null {
  return orNull(() => readlinkSync('/proc/self/ns/pid'));
}

/**
 * Returns the start time of a process: field 22 of its stat file, see proc(5). Counts fields from the last parenthesis, since the name in
 * field 2 may contain spaces and parentheses. Returns null for a zombie, which has ended.
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
