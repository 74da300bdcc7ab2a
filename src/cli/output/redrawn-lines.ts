import { timeOfDay } from '#report/run/progress.js';
import type { Terminal } from './terminal.js';

/** A clock in milliseconds since 1970, and a timer. */
export interface ProgressClock {
  readonly now: () => number;
  /** Resolves after `ms` milliseconds. Rejects when the signal is aborted. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Lines of progress on standard error. While they are paused they are held back, since something else is written to the same screen. */
export abstract class ProgressLines {
  protected readonly terminal: Terminal;
  protected readonly clock: ProgressClock;
  protected readonly ended = new AbortController();
  protected buffered = '';
  protected isPaused = false;

  constructor(terminal: Terminal, clock: ProgressClock) {
    this.terminal = terminal;
    this.clock = clock;
  }

  /** Begins to show what `render` returns. */
  abstract begin(render: () => readonly string[]): Promise<void>;
  /** Says that what `render` returns has changed. */
  abstract changed(): void;
  /** Adds a line that stays. It is written soon, together with others. */
  abstract add(text: string): void;
  /** Takes a line about a provider that does not answer. */
  abstract silent(text: string): void;
  protected abstract flush(): void;

  /** Writes a line that stays at once. */
  line(text: string): void {
    this.buffered += `${text}\n`;
    this.flush();
  }

  /** Leaves the screen to `print`. */
  async pause<T>(print: () => T | Promise<T>): Promise<T> {
    this.flush();
    this.isPaused = true;
    try {
      return await print();
    } finally {
      this.isPaused = false;
      this.flush();
    }
  }

  /** Writes what is left. A second call does nothing. */
  end(): void {
    this.ended.abort();
    this.isPaused = false;
    this.flush();
  }
}

/** Columns that redrawn lines leave free: a terminal writes `^C` behind the last one, which must not wrap. */
export const roomForEcho = 3;

const restMs = 200;

const idleMs = 1000;

/** Lines at the bottom of a terminal that are redrawn at most five times a second, and once a second without changes. Other lines scroll above them. */
export class RedrawnLines extends ProgressLines {
  #isBegun = false;
  #isChanged = false;
  #drawn: readonly string[] = [];

  async begin(render: () => readonly string[]): Promise<void> {
    this.#isBegun = true;
    for (let restedMs = 0; !this.ended.signal.aborted; restedMs += restMs) {
      if (!this.isPaused && (this.#isChanged || restedMs >= idleMs)) {
        this.#write(render());
        this.#isChanged = false;
        restedMs = 0;
      }
      await this.clock.sleep(restMs, this.ended.signal).catch(() => {});
    }
  }

  changed(): void {
    this.#isChanged = true;
  }

  add(text: string): void {
    this.buffered += `${text}\n`;
  }

  silent(text: string): void {
    if (this.#isBegun) this.changed();
    else this.line(text);
  }

  protected flush(): void {
    if (this.isPaused) return;
    this.#write([]);
    this.#isChanged = true;
  }

  #write(lines: readonly string[]): void {
    if (this.buffered === '' && lines.join('\n') === this.#drawn.join('\n')) return;
    this.terminal.err(`${this.#erasing()}${this.buffered}${lines.join('\n')}`);
    this.buffered = '';
    this.#drawn = lines;
  }

  #erasing(): string {
    const { length } = this.#drawn;
    return length === 0 ? '' : `\r${length > 1 ? `\u001b[${length - 1}A` : ''}\u001b[J`;
  }
}

/** The time for which lines are buffered, in milliseconds. One write for each of thousands of cases would cost more than their checks. */
const togetherMs = 50;

/** The time between two lines of progress. */
const everyMs = 30_000;

/** The delay of a line of progress, in milliseconds. A line about a silent provider, due at nearly the same time, replaces it. */
const graceMs = 2000;

/** The columns of the time at the beginning of a line. */
export const clockWidth = '10:15:02 '.length;

/** Progress without a terminal: complete lines with the time, each once, and every 30 s the first line of what is shown. */
export class TimedLines extends ProgressLines {
  #timer: NodeJS.Timeout | undefined;
  #dueAt = 0;

  async begin(render: () => readonly string[]): Promise<void> {
    this.#dueAt = this.clock.now() + everyMs + graceMs;
    while (!this.ended.signal.aborted) {
      const left = this.#dueAt - this.clock.now();
      if (left <= 0) {
        this.#dueAt = this.clock.now() + everyMs;
        this.#addTimed(`  ${render()[0] ?? ''}`);
        this.flush();
      } else await this.clock.sleep(Math.min(left, 1000), this.ended.signal).catch(() => {});
    }
  }

  changed(): void {}

  add(text: string): void {
    this.#addTimed(text);
    this.#timer ??= setTimeout(() => this.flush(), togetherMs);
  }

  silent(text: string): void {
    this.#dueAt = this.clock.now() + everyMs + graceMs;
    this.add(`  ${text}`);
  }

  protected flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.isPaused || this.buffered === '') return;
    this.terminal.err(this.buffered);
    this.buffered = '';
  }

  #addTimed(text: string): void {
    this.buffered += `${timeOfDay(new Date(this.clock.now()))} ${text}\n`;
  }
}
