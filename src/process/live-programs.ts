/** Process groups that were started and have not ended, by the number of their leader. */
const groups = new Set<number>();

/** Adds the group of a program that was started. */
export function programBegan(groupId: number): void {
  groups.add(groupId);
}

/** Removes a group that has no processes left, since the system may reuse its number. */
export function programEnded(groupId: number): void {
  groups.delete(groupId);
}

/** Kills every process of every running program at once. Ignores groups that no longer exist. */
export function killPrograms(): void {
  for (const groupId of groups) {
    try {
      process.kill(-groupId, 'SIGKILL');
    } catch {}
  }
}

const pollMs = 10;

/** Time between SIGTERM and SIGKILL, in milliseconds. */
export const termGraceMs = 200;

/**
 * Ends every process of a group: SIGTERM, then SIGKILL for the processes that remain after `termGraceMs`. Resolves when the group
 * is empty or was killed. Ignores a group that no longer exists.
 */
export async function endGroup(groupId: number): Promise<void> {
  if (!signalGroup(groupId, 'SIGTERM')) return;
  for (let waited = 0; waited < termGraceMs; waited += pollMs) {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    if (!signalGroup(groupId, 0)) return;
  }
  signalGroup(groupId, 'SIGKILL');
}

/** Sends a signal to a group. Returns false if it has no process left that eva may signal. */
function signalGroup(groupId: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-groupId, signal);
  } catch {
    return false;
  }
}
