import type { execa } from 'execa';
import { nextTurn } from '#model/data/collections.js';
import { endGroup, programBegan, programEnded } from './live-programs.js';

/** Loads the package that starts programs before any latency is measured, since that takes time. */
export async function loadPrograms(): Promise<void> {
  await import('execa');
}

/** A program, its directory and its environment. */
export interface ProgramStart {
  /** Program and arguments. No shell parses them. */
  readonly argv: readonly string[];
  readonly cwd: string;
  /** The whole environment. eva adds nothing to it. */
  readonly env: Readonly<Record<string, string>>;
  /** Called immediately before the start. If it throws, the program is not started. */
  readonly beforeStart?: (() => void) | undefined;
}

/** Throws if a program, given by its command line and directory, has changed since the run was planned. */
export type RequireUnchanged = (argv: readonly string[], cwd: string) => void;

export type Child = ReturnType<typeof spawn>;

/** A started program. Its child has no pid if the start failed. */
export interface StartedProgram {
  readonly child: Child;
  /** Resolves once the program itself has ended. Its children may still run, and its pipes may be open. */
  readonly exited: Promise<void>;
  /** Milliseconds, from `performance.now()`. */
  readonly startedAt: number;
}

/**
 * Starts a program in its own process group. Without `input`, its standard input stays open. Throws the signal's reason and the
 * errors of `beforeStart`.
 */
export async function startProgram(
  program: ProgramStart,
  signal: AbortSignal,
  input?: string,
): Promise<StartedProgram> {
  signal.throwIfAborted();
  const { execa } = await import('execa'); // slow to import, and most runs start no program
  signal.throwIfAborted(); // the signal may have been aborted during the import
  program.beforeStart?.();
  const startedAt = performance.now();
  const child = spawn(execa, program, input);
  if (child.pid !== undefined) programBegan(child.pid);
  return { child, startedAt, exited: new Promise((resolve) => child.once('exit', () => resolve())) };
}

function spawn(run: typeof execa, { argv, cwd, env }: ProgramStart, input: string | undefined) {
  const [file = '', ...args] = argv;
  const given = input === undefined ? {} : { input };
  return run(file, args, { cwd, env, extendEnv: false, ...given, detached: true, buffer: false, reject: false });
}

/** The reason why a program could not be started. */
export interface StartFailure {
  /** The system's name of the error: `ENOENT`. */
  readonly code: string | null;
  readonly reason: string;
}

/** Returns why a program could not be started. Omits Node's own message, which may quote the value of a variable. */
export async function startFailureOf(child: Child): Promise<StartFailure> {
  const { code = null } = await child;
  return { code, reason: reasonOf(code) };
}

function reasonOf(code: string | null): string {
  if (code === 'ENOENT') return 'the program was not found';
  if (code === 'EACCES') return 'the program may not be executed';
  if (code === 'E2BIG') return 'its arguments are too long';
  return `it could not be started (${code ?? 'no reason given'})`;
}

/** How long eva reads pipes that stay open after the program has ended, in milliseconds. */
export const pipeGraceMs = 250;
/** How long eva waits for a killed program to end, in milliseconds. */
const killGraceMs = 1_000;

/** Waits at most `pipeGraceMs` for the pipes to end. Then reads what they hold, even if the event loop was blocked all that time. */
export async function lastBytes(child: Child): Promise<void> {
  await within(child, pipeGraceMs);
  await pendingEvents();
}

/** Waits until eva has handled what happened while the event loop was blocked: timers come before output and exits that are older. */
export async function pendingEvents(): Promise<void> {
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
