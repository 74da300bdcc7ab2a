import { longestTimerMs } from '#model/limits.js';
import {
  type Child,
  collectOutput,
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

const shownLines = 3;
const shownOfError = 240;
/** The message of an error, with which Python and Ruby end: `KeyError: 'ID'`. */
const errorMessage = /^[\w.:]*(?:Error|Exception|Exit|Interrupt|Warning)\b/;
/** The line with which Go and Rust begin the message of a crash; frames follow it. */
const crash = /^(?:panic|fatal error): |^thread .* panicked at /;
/** The lines of an error text that are left out: stack frames and the version of Node. */
const stackFrame = /^\s*at\s|^goroutine \d/;
const ofNode = /^Node\.js v\d/;
/** Places in source code: a frame of Python, the deepest last; and lines of Node, Java and Go, the deepest first. */
const pythonPlace = /^\s*File "(?:[^"<]*[/\\])?([^"<>/\\]+)", line (\d+)/;
const otherPlace = /^\s*(?:at .*[(/ ]|(?:file:\/\/)?\/(?:.*\/)?)([\w.-]+):(\d+)(?::\d+)?\)?(?: \+0x[0-9a-f]+)?$/;
/** Lines of code that the author of a program did not write. */
const ofLibrary = /node:|node_modules|site-packages|dist-packages|\/lib\/python|java\.base|\/go\/src\//;

/**
 * Returns the last lines of what a program wrote, which usually hold the reason, as one line after a colon: the last one alone if it is the message of
 * an error. Ends with the place in its code, if there is one. Empty if the program wrote nothing.
 */
export function endOfOutput(written: string): string {
  const output = written.split(/\r?\n/).filter((line) => line.trim() !== '' && !ofNode.test(line));
  const lines = withoutSource(withoutStack(output));
  const begin = output.findLastIndex((line) => crash.test(line));
  const last = lines.slice(errorMessage.test(lines.at(-1) ?? '') ? -1 : -shownLines);
  const end = (begin < 0 ? last : output.slice(begin, begin + 2).filter((line) => !stackFrame.test(line)))
    .join(' / ')
    .replace(/\s+/g, ' ')
    .trim();
  if (end === '') return '';
  return `: ${end.length > shownOfError ? `…${end.slice(-shownOfError)}` : end}${placeIn(written, end)}`;
}

/** Returns the place of an error in the code of its author, as its text or stack names it: ` (bot.py:12)`; empty if `words` say it already. */
export function placeIn(written: string, words: string): string {
  const lines = written.split(/\r?\n/).filter((line) => !ofLibrary.test(line));
  const placesBy = (pattern: RegExp) => lines.flatMap((line) => (pattern.exec(line) ?? []).slice(1).join(':') || []);
  const place = placesBy(pythonPlace).at(-1) ?? placesBy(otherPlace)[0];
  return place === undefined || words.includes(place) ? '' : ` (${place})`;
}

/** Returns the lines without stack frames. Drops everything from the last stack trace on, if only fields of the error follow it. */
function withoutStack(lines: readonly string[]): readonly string[] {
  const lastFrame = lines.findLastIndex((line) => stackFrame.test(line));
  const isLast = lines.slice(lastFrame + 1).every((line) => /^\s|^[{}\]]/.test(line));
  const kept = lastFrame >= 0 && isLast ? lines.slice(0, lastFrame) : lines;
  return kept.filter((line) => !stackFrame.test(line));
}

/** Returns the lines after the last line of carets, which mark a place in source code. */
function withoutSource(lines: readonly string[]): readonly string[] {
  return lines.slice(lines.findLastIndex((line) => /^\s*\^+\s*$/.test(line)) + 1);
}
