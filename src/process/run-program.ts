import type { execa } from 'execa';
import { collectOutput } from './collect-output.js';
import { endGroup } from './process-group.js';

export interface Program {
  /** Program and arguments; no shell reads them. */
  readonly argv: readonly string[];
  readonly cwd: string;
  /** The whole environment: nothing is added to it. */
  readonly env: Readonly<Record<string, string>>;
  readonly input: string;
  /** Wall-clock bound of the whole run, in milliseconds. */
  readonly timeoutMs: number;
  /** Bound of standard output and of standard error, each. */
  readonly maxOutputBytes: number;
  readonly signal: AbortSignal;
}

export interface ProgramResult {
  /** null if the program did not end by itself. */
  readonly exit_code: number | null;
  /** The signal that ended it, such as `SIGTERM`. */
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly timed_out: boolean;
  readonly too_much_output: boolean;
  /** Why there was nothing to run, in words. */
  readonly failed_to_start?: string;
  readonly duration_ms: number;
}

type Ending = 'exited' | 'not_started' | 'timed_out' | 'flooded' | 'aborted';

/** How long the pipes may stay open after the program itself has ended, in milliseconds. */
const pipeGraceMs = 250;
/** How long a killed program may take to be gone, in milliseconds. */
const killGraceMs = 1_000;
/** The longest that a timer can be set for; anything above would fire at once. */
const longestTimerMs = 2 ** 31 - 1;

/**
 * Runs a program in a process group of its own and ends the whole group before it returns: at the deadline, on abort,
 * when too much is printed, and after an ordinary exit that left children behind.
 * Throws the signal's reason once that is aborted; whatever else happens is in the result.
 */
export async function runProgram(program: Program): Promise<ProgramResult> {
  program.signal.throwIfAborted();
  const { execa } = await import('execa'); // the heaviest import but one, and most runs start no program
  program.signal.throwIfAborted(); // loading takes a while, and an abort in it would be heard by nobody
  const startedAt = performance.now();
  const child = start(execa, program);
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const flood = new AbortController();
  const stdout = collectOutput(child.stdout, program.maxOutputBytes, () => flood.abort());
  const stderr = collectOutput(child.stderr, program.maxOutputBytes, () => flood.abort());

  const ending = await firstEnding(child, program, flood.signal);
  if (ending === 'exited') await lastBytes(child);
  await endAll(child, gone);
  stdout.stop();
  stderr.stop();
  program.signal.throwIfAborted();
  return {
    exit_code: ending === 'exited' ? child.exitCode : null,
    signal: child.signalCode,
    stdout: stdout.text(),
    stderr: stderr.text(),
    timed_out: ending === 'timed_out',
    too_much_output: flood.signal.aborted,
    ...(ending === 'not_started' && { failed_to_start: reasonNotStarted((await child).code) }),
    duration_ms: performance.now() - startedAt,
  };
}

type Child = ReturnType<typeof start>;

function start(run: typeof execa, { argv, cwd, env, input }: Program) {
  const [file = '', ...args] = argv;
  return run(file, args, { cwd, env, extendEnv: false, input, detached: true, buffer: false, reject: false });
}

/** Whatever comes first ends the wait; a pipe that a grandchild holds open is not among it. */
async function firstEnding(child: Child, program: Program, flood: AbortSignal): Promise<Ending> {
  const clean = new AbortController();
  const once = { once: true, signal: clean.signal };
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Ending>((resolve) => {
      child.once('exit', () => resolve('exited'));
      void child.then(() => resolve(child.pid === undefined ? 'not_started' : 'exited'));
      timer = setTimeout(() => resolve('timed_out'), Math.min(program.timeoutMs, longestTimerMs));
      flood.addEventListener('abort', () => resolve('flooded'), once);
      program.signal.addEventListener('abort', () => resolve('aborted'), once);
      if (program.signal.aborted) resolve('aborted');
    });
  } finally {
    clearTimeout(timer);
    clean.abort();
  }
}

/** Waits for the pipes to end. If the grace ran out while we were busy ourselves, what waits in them is still read. */
async function lastBytes(child: Child): Promise<void> {
  await within(child, pipeGraceMs);
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
}

/** Nothing of the group is left afterwards; a process that never started has none. */
async function endAll(child: Child, gone: Promise<void>): Promise<void> {
  if (child.pid === undefined) return;
  await endGroup(child.pid);
  await within(gone, killGraceMs);
}

async function within(promise: PromiseLike<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([promise, late]);
  clearTimeout(timer);
}

/** Node's own message is not passed on: it may quote the value of a variable. */
function reasonNotStarted(code: string | undefined): string {
  if (code === 'ENOENT') return 'the program was not found';
  if (code === 'EACCES') return 'the program may not be executed';
  if (code === 'E2BIG') return 'its arguments are too long';
  return `it could not be started (${code ?? 'no reason given'})`;
}
