/** Process groups of programs that were started and not ended yet, by the number of their leader. */
const groups = new Set<number>();

/** Remembers a program's group until it is ended. */
export function programBegan(groupId: number): void {
  groups.add(groupId);
}

/** Nothing of the group is left: its number may soon be another one's. */
export function programEnded(groupId: number): void {
  groups.delete(groupId);
}

/** Kills every process of every program that is there, for a process that leaves at once. A group that is gone is no failure. */
export function killPrograms(): void {
  for (const groupId of groups) {
    try {
      process.kill(-groupId, 'SIGKILL');
    } catch {}
  }
}
