import { nextTurn } from '#model/data/time.js';
import { programEnded } from './live-programs.js';
import { endGroup } from './process-group.js';
import type { Child, StartedProgram } from './start-program.js';

/** How long the pipes may stay open after the program itself has ended, in milliseconds. */
export const pipeGraceMs = 250;
/** How long a killed program may take to be gone, in milliseconds. */
const killGraceMs = 1_000;

/** Waits for the pipes to end. If the grace ran out while we were busy ourselves, what waits in them is still read. */
export async function lastBytes(child: Child): Promise<void> {
  await within(child, pipeGraceMs);
  await nextTurn();
  await nextTurn();
}

/** Nothing of the group is left afterwards; a process that never started has none. */
export async function endProgram({ child, gone }: StartedProgram): Promise<void> {
  if (child.pid === undefined) return;
  await endGroup(child.pid);
  programEnded(child.pid);
  await within(gone, killGraceMs);
}

/** Waits for a promise, but no longer than so many milliseconds. */
export async function within(promise: PromiseLike<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([promise, late]);
  clearTimeout(timer);
}
