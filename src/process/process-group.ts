const pollMs = 10;

/** How long a process may take to end by itself after SIGTERM, in milliseconds. */
export const termGraceMs = 200;

/**
 * Ends every process of a group: SIGTERM, then SIGKILL for whatever is still there after `termGraceMs`.
 * Resolves when the group is empty or was killed; a group that is gone already is no failure.
 */
export async function endGroup(groupId: number): Promise<void> {
  if (!signalGroup(groupId, 'SIGTERM')) return;
  for (let waited = 0; waited < termGraceMs; waited += pollMs) {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    if (!signalGroup(groupId, 0)) return;
  }
  signalGroup(groupId, 'SIGKILL');
}

/** False if the group has no process left that may be signalled. */
function signalGroup(groupId: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-groupId, signal);
  } catch {
    return false;
  }
}
