import { longestTimerMs } from '#model/limits.js';
import {
  endProgram,
  keepTail,
  lastBytes,
  type OutputTail,
  type ProgramStart,
  pendingEvents,
  pipeGraceMs,
  type StartedProgram,
  type StartFailure,
  startFailureOf,
  startProgram,
  within,
} from './start-program.js';

export interface LineProgramStart extends ProgramStart {
  /** Greatest size of one answer. */
  readonly maxLineBytes: number;
  /** Greatest size of all output to standard error. */
  readonly maxStderrBytes: number;
  readonly signal: AbortSignal;
}

export interface LineProgram {
  /** False if the program could not be started. The first exchange then returns the reason. */
  readonly hasStarted: boolean;
  /**
   * Sends a line (without a line feed) and returns the answer, or a failure at the deadline. After a failure every later exchange
   * returns the same failure. Throws the signal's reason if it is aborted.
   */
  exchange(line: string, timeoutMs: number): Promise<Exchange>;
  /** Closes the program's standard input, waits up to `exitGraceMs` until it ends, then ends its process group. May be called twice. */
  close(): Promise<void>;
}

type Exchange = { readonly line: string } | LineFailure;

export type LineFailure = FailureFacts & {
  /** The end of the program's standard error. */
  readonly stderr: string;
  /** True if the program began an answer and did not end the line. */
  readonly has_begun: boolean;
  /** True if the program has answered at least one line before. */
  readonly has_answered: boolean;
};

type FailureFacts =
  | ({ readonly failed: 'not_started' } & StartFailure)
  /** Either `exit_code` or `signal` is null. */
  | { readonly failed: 'exited'; readonly exit_code: number | null; readonly signal: string | null }
  /** It printed something before the question or after the answer; `printed` is the beginning of all that came at once. */
  | { readonly failed: 'unasked'; readonly printed: string }
  /** `closed`: it closed its standard output but kept running. `flooded`: it wrote more than `maxStderrBytes` to standard error. */
  | { readonly failed: 'timed_out' | 'too_long' | 'not_utf8' | 'closed' | 'flooded' };

/** Milliseconds that a program gets to end by itself after its standard input is closed. */
const exitGraceMs = 200;

/** Starts a program in its own process group. Throws the signal's reason if it is aborted. All other failures are returned by exchanges. */
export async function openLineProgram(start: LineProgramStart): Promise<LineProgram> {
  return new RunningProgram(await startProgram(start, start.signal), start);
}

class RunningProgram implements LineProgram {
  readonly #started: StartedProgram;
  readonly #signal: AbortSignal;
  readonly #collector: LineCollector;
  readonly #stderr: OutputTail;
  #hasAnswered = false;
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
    child.stdin?.on('error', () => {}); // if the program does not read its input, the missing answer is the failure
    child.stdout?.on('error', () => {});
    child.stdout?.on('data', (piece: Buffer) => this.#read(piece));
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
        timer = setTimeout(() => void this.#timeOut(resolve), Math.min(timeoutMs, longestTimerMs));
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
    const { child, exited } = this.#started;
    child.stdin?.end();
    if (!this.#failure && !this.#signal.aborted) await within(exited, exitGraceMs);
    await this.#end();
  }

  /** Ends the process group once. After an exit it must do so at once, since the system may reuse the number of an empty group. */
  #end(): Promise<void> {
    this.#ending ??= endProgram(this.#started).then(() => {
      this.#started.child.stdout?.destroy();
      this.#stderr.stop();
    });
    return this.#ending;
  }

  #read(piece: Buffer): void {
    if (this.#closing !== undefined) return;
    const answer = this.#waiting ? answerIn(this.#collector.add(piece)) : unasked(piece);
    if (answer && 'failed' in answer) this.#fail(answer);
    else if (answer) {
      this.#hasAnswered = true;
      this.#settle(answer);
    }
  }

  #settle(exchange: Exchange): void {
    this.#waiting?.(exchange);
    this.#waiting = undefined;
  }

  /** Fails an exchange at its deadline, unless the answer came in time and eva was too busy to read it. */
  async #timeOut(waiting: (exchange: Exchange) => void): Promise<void> {
    await pendingEvents();
    if (this.#waiting === waiting) this.#fail({ failed: 'timed_out' });
  }

  /** Sets the failure, if it is the first, and stops reading. */
  #fail(facts: FailureFacts): void {
    if (this.#failure) return;
    const has_begun = this.#collector.hasBegun;
    this.#failure = { ...facts, stderr: this.#stderr.text(), has_begun, has_answered: this.#hasAnswered };
    this.#started.child.stdout?.destroy();
    this.#stderr.stop();
    this.#settle(this.#failure);
  }

  /** Waits for the exit after the output has ended. Most programs exit then, and their exit code is the better reason. */
  async #afterOutput(): Promise<void> {
    const { child, exited } = this.#started;
    await within(exited, pipeGraceMs);
    await pendingEvents();
    if (child.exitCode === null && child.signalCode === null) this.#fail({ failed: 'closed' });
  }

  /** Reads the pipes to their end after the exit: they may still contain the answer. */
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

function answerIn(
  collected: CollectedLine | 'too_long' | undefined,
): { readonly line: string } | FailureFacts | undefined {
  if (collected === undefined) return undefined;
  if (collected === 'too_long') return { failed: 'too_long' };
  if (collected.more.length > 0) return unasked(Buffer.concat([collected.line, lineFeedByte, collected.more]));
  try {
    const line = new TextDecoder('utf-8', { fatal: true }).decode(collected.line);
    return { line: line.replace(/\r$/, '') };
  } catch {
    return { failed: 'not_utf8' };
  }
}

/** Most bytes of unasked output that a failure keeps: a line of JSON is often long, and the log beside it follows. */
const keptOfUnasked = 256 * 1024;

function unasked(output: Buffer): FailureFacts {
  return { failed: 'unasked', printed: output.subarray(0, keptOfUnasked).toString('utf8') };
}

const lineFeed = 10;
const lineFeedByte = Buffer.of(lineFeed);

/** A line without its line feed. `more`: the bytes that followed it in the same piece. */
interface CollectedLine {
  readonly line: Buffer;
  readonly more: Buffer;
}

/** Joins pieces of output into lines. Keeps at most `maxBytes` and the last piece in memory. */
class LineCollector {
  readonly #maxBytes: number;
  #pieces: Buffer[] = [];
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** True if a line has begun and has not ended. */
  get hasBegun(): boolean {
    return this.#bytes > 0;
  }

  /** Adds a piece. Returns the line that it completes, without what follows it; undefined if the line goes on. */
  add(piece: Buffer): CollectedLine | 'too_long' | undefined {
    const end = piece.indexOf(lineFeed);
    const part = end < 0 ? piece : piece.subarray(0, end);
    this.#pieces.push(part);
    this.#bytes += part.length;
    if (this.#bytes > this.#maxBytes) return 'too_long';
    if (end < 0) return undefined;
    const line = Buffer.concat(this.#pieces);
    this.#pieces = [];
    this.#bytes = 0;
    return { line, more: piece.subarray(end + 1) };
  }
}
