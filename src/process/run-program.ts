import { longestTimerMs } from '#model/limits.js';
import { collectOutput } from './program-output.js';
import {
  type Child,
  endProgram,
  lastBytes,
  type ProgramStart,
  pendingEvents,
  startFailureOf,
  startProgram,
} from './start-program.js';

export interface Program extends ProgramStart {
  readonly input: string;
  /** Time limit of the whole run, in milliseconds of wall-clock time. */
  readonly timeoutMs: number;
  /** Greatest size in bytes of standard output and of standard error, each. */
  readonly maxOutputBytes: number;
  readonly signal: AbortSignal;
}

export interface ProgramResult {
  /** null if the program did not exit by itself. */
  readonly exit_code: number | null;
  /** The signal that ended it, such as `SIGTERM`. */
  readonly signal: string | null;
  readonly stdout: string;
  /** False if standard output has bytes that are no UTF-8. */
  readonly stdout_is_utf8: boolean;
  readonly stderr: string;
  readonly timed_out: boolean;
  readonly too_much_output: boolean;
  /** The reason why the program could not be started. */
  readonly failed_to_start?: string;
  readonly duration_ms: number;
}

type Ending = 'exited' | 'not_started' | 'timed_out' | 'flooded' | 'aborted';

/**
 * Runs a program in its own process group. Ends the whole group before it returns: at the deadline, on abort, after too much output, and
 * after an exit that left children behind. Throws the signal's reason if it is aborted; every other failure is in the result.
 */
export async function runProgram(program: Program): Promise<ProgramResult> {
  const started = await startProgram(program, program.signal, program.input);
  const { child, startedAt } = started;
  const flood = new AbortController();
  const stdout = collectOutput(child.stdout, program.maxOutputBytes, () => flood.abort());
  const stderr = collectOutput(child.stderr, program.maxOutputBytes, () => flood.abort());

  const ending = await firstEnding(child, program, flood.signal);
  if (ending === 'exited') await lastBytes(child);
  await endProgram(started);
  stdout.stop();
  stderr.stop();
  program.signal.throwIfAborted();
  return {
    exit_code: ending === 'exited' ? child.exitCode : null,
    signal: child.signalCode,
    stdout: stdout.text(),
    stdout_is_utf8: stdout.isUtf8(),
    stderr: stderr.text(),
    timed_out: ending === 'timed_out',
    too_much_output: flood.signal.aborted,
    ...(ending === 'not_started' && { failed_to_start: (await startFailureOf(child)).reason }),
    duration_ms: performance.now() - startedAt,
  };
}

/** Waits for the first event that ends the run. Does not wait for pipes, which a grandchild may hold open. */
async function firstEnding(child: Child, program: Program, flood: AbortSignal): Promise<Ending> {
  const clean = new AbortController();
  const once = { once: true, signal: clean.signal };
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Ending>((resolve) => {
      child.once('exit', () => resolve('exited'));
      void child.then(() => resolve(child.pid === undefined ? 'not_started' : 'exited'));
      const late = () => void pendingEvents().then(() => resolve('timed_out')); // unless it has exited in time
      timer = setTimeout(late, Math.min(program.timeoutMs, longestTimerMs));
      flood.addEventListener('abort', () => resolve('flooded'), once);
      program.signal.addEventListener('abort', () => resolve('aborted'), once);
      if (program.signal.aborted) resolve('aborted');
    });
  } finally {
    clearTimeout(timer);
    clean.abort();
  }
}
