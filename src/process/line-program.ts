import { longestTimerMs } from '#model/limits.js';
import { endProgram, lastBytes, pipeGraceMs, within } from './end-program.js';
import { type CollectedLine, LineCollector } from './line-collector.js';
import { keepTail, type OutputTail } from './program-output.js';
import {
  type ProgramStart,
  type StartedProgram,
  type StartFailure,
  startFailureOf,
  startProgram,
} from './start-program.js';

export interface LineProgramStart extends ProgramStart {
  /** Bound of one answer. */
  readonly maxLineBytes: number;
  /** Bound of everything that is written to standard error. */
  readonly maxStderrBytes: number;
  readonly signal: AbortSignal;
}

/** A program that answers each line with one line. */
export interface LineProgram {
  /** False where it could not be started, which the first exchange explains. */
  readonly hasStarted: boolean;
  /**
   * Puts a line, which holds no line feed, and resolves with the answer to it, at the deadline at the latest. After a failure every further
   * exchange fails in the same way. Throws the signal's reason once that is aborted.
   */
  exchange(line: string, timeoutMs: number): Promise<Exchange>;
  /** Closes its standard input, lets it end by itself for `exitGraceMs`, and then ends its process group. May be called twice. */
  close(): Promise<void>;
}

export type Exchange = { readonly line: string } | LineFailure;

export type LineFailure = FailureFacts & {
  /** The end of what was written to standard error. */
  readonly stderr: string;
  /** Whether an answer was begun whose line never ended. */
  readonly has_begun: boolean;
};

export type FailureFacts =
  | ({ readonly failed: 'not_started' } & StartFailure)
  /** One of the two is null. */
  | { readonly failed: 'exited'; readonly exit_code: number | null; readonly signal: string | null }
  /**
   * `closed`: its standard output ended and it went on. `unasked`: it printed something before the question or behind the answer.
   * `flooded`: more than `maxStderrBytes`.
   */
  | { readonly failed: 'timed_out' | 'too_long' | 'unasked' | 'not_utf8' | 'closed' | 'flooded' };

/** How long a program may take to end by itself once its standard input is closed, in milliseconds. */
const exitGraceMs = 200;

/** Starts a program in a process group of its own. Throws the signal's reason if that is aborted; whatever else happens, an exchange tells. */
export async function openLineProgram(start: LineProgramStart): Promise<LineProgram> {
  return new RunningProgram(await startProgram(start, start.signal), start);
}

class RunningProgram implements LineProgram {
  readonly #started: StartedProgram;
  readonly #signal: AbortSignal;
  readonly #collector: LineCollector;
  readonly #stderr: OutputTail;
  #waiting: ((exchange: Exchange) => void) | undefined;
  #failure: LineFailure | undefined;
  #closing: Promise<void> | undefined;
  #ending: Promise<void> | undefined;

  constructor(started: StartedProgram, { maxLineBytes, maxStderrBytes, signal }: LineProgramStart) {
    const { child } = started;
    this.#started = started;
    this.#signal = signal;
    this.#collector = new LineCollector(maxLineBytes);
    this.#stderr = keepTail(child.stderr, maxStderrBytes, () => this.#fail({ failed: 'flooded' }));
    child.stdin?.on('error', () => {}); // that nobody reads is told by the answer that does not come
    child.stdout?.on('error', () => {});
    child.stdout?.on('data', (piece: Buffer) => this.#hear(piece));
    child.stdout?.once('end', () => void this.#afterOutput());
    child.once('exit', () => void this.#afterExit());
    void child.then(() => this.#afterAll());
  }

  get hasStarted(): boolean {
    return this.#started.child.pid !== undefined;
  }

  async exchange(line: string, timeoutMs: number): Promise<Exchange> {
    this.#signal.throwIfAborted();
    if (this.#failure) return this.#failure;
    let timer: NodeJS.Timeout | undefined;
    let onAbort = () => {};
    try {
      return await new Promise<Exchange>((resolve, reject) => {
        this.#waiting = resolve;
        onAbort = () => reject(this.#signal.reason);
        this.#signal.addEventListener('abort', onAbort);
        timer = setTimeout(() => this.#fail({ failed: 'timed_out' }), Math.min(timeoutMs, longestTimerMs));
        this.#started.child.stdin?.write(`${line}\n`);
      });
    } finally {
      clearTimeout(timer);
      this.#signal.removeEventListener('abort', onAbort);
      this.#waiting = undefined;
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const { child, gone } = this.#started;
    child.stdin?.end();
    if (!this.#failure && !this.#signal.aborted) await within(gone, exitGraceMs);
    await this.#end();
  }

  /** Ends the group once. It is not put off after an exit: the number of a group that is empty may soon be another one's. */
  #end(): Promise<void> {
    this.#ending ??= endProgram(this.#started).then(() => {
      this.#started.child.stdout?.destroy();
      this.#stderr.stop();
    });
    return this.#ending;
  }

  #hear(piece: Buffer): void {
    if (this.#closing !== undefined) return;
    const answer = this.#waiting ? answerIn(this.#collector.add(piece)) : { failed: 'unasked' as const };
    if (answer && 'failed' in answer) this.#fail(answer);
    else if (answer) this.#settle(answer);
  }

  #settle(exchange: Exchange): void {
    this.#waiting?.(exchange);
    this.#waiting = undefined;
  }

  /** The first failure stays; nothing that the program prints is read after it. */
  #fail(facts: FailureFacts): void {
    if (this.#failure) return;
    this.#failure = { ...facts, stderr: this.#stderr.text(), has_begun: this.#collector.hasBegun };
    this.#started.child.stdout?.destroy();
    this.#stderr.stop();
    this.#settle(this.#failure);
  }

  /** Most programs whose output ends are about to end themselves, and how they do says more. */
  async #afterOutput(): Promise<void> {
    const { child, gone } = this.#started;
    await within(gone, pipeGraceMs);
    if (child.exitCode === null && child.signalCode === null) this.#fail({ failed: 'closed' });
  }

  /** What it printed last may still be in the pipes, the answer among it. */
  async #afterExit(): Promise<void> {
    const { child } = this.#started;
    await lastBytes(child);
    this.#fail({ failed: 'exited', exit_code: child.exitCode, signal: child.signalCode });
    await this.#end();
  }

  async #afterAll(): Promise<void> {
    const { child } = this.#started;
    if (child.pid === undefined) this.#fail({ failed: 'not_started', ...(await startFailureOf(child)) });
  }
}

function answerIn(found: CollectedLine | 'too_long' | undefined): { readonly line: string } | FailureFacts | undefined {
  if (found === undefined) return undefined;
  if (found === 'too_long') return { failed: 'too_long' };
  if (found.hasMore) return { failed: 'unasked' };
  try {
    const line = new TextDecoder('utf-8', { fatal: true }).decode(found.line);
    return { line: line.replace(/\r$/, '') };
  } catch {
    return { failed: 'not_utf8' };
  }
}
