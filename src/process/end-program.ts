import { nextTurn } from '#model/data/time.js';
import { endGroup, programEnded } from './live-programs.js';
import type { Child, StartedProgram } from './start-program.js';

/** How long eva reads pipes that stay open after the program has ended, in milliseconds. */
export const pipeGraceMs = 250;
/** How long eva waits for a killed program to end, in milliseconds. */
const killGraceMs = 1_000;

/** Waits at most `pipeGraceMs` for the pipes to end. Then reads what they hold, even if the event loop was blocked all that time. */
export async function lastBytes(child: Child): Promise<void> {
  await within(child, pipeGraceMs);
  await nextTurn();
  await nextTurn();
}

/** Ends all processes of a program's group. Does nothing if the program never started. */
export async function endProgram({ child, exited }: StartedProgram): Promise<void> {
  if (child.pid === undefined) return;
  await endGroup(child.pid);
  programEnded(child.pid);
  await within(exited, killGraceMs);
}

/** Waits for a promise, at most `ms` milliseconds. */
export async function within(promise: PromiseLike<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([promise, late]);
  clearTimeout(timer);
}
