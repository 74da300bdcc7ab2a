import { timeOfDay } from '#report/run/progress.js';
import type { Terminal } from './terminal.js';

/** A clock in milliseconds since 1970, and a timer. */
export interface ProgressClock {
  readonly now: () => number;
  /** Resolves after `ms` milliseconds. Rejects when the signal is aborted. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Columns that redrawn lines leave free: a terminal writes `^C` behind the last one, which must not wrap. */
export const roomForEcho = 3;

const restMs = 200;

const idleMs = 1000;

/** Lines at the bottom of a terminal that are redrawn at most five times a second, and once a second without changes. Other lines scroll above them. */
export class RedrawnLines {
  readonly #terminal: Terminal;
  readonly #clock: ProgressClock;
  readonly #ended = new AbortController();
  #above = '';
  #isChanged = false;
  #drawn: readonly string[] = [];

  constructor(terminal: Terminal, clock: ProgressClock) {
    this.#terminal = terminal;
    this.#clock = clock;
  }

  /** Begins to draw the lines that `region` returns. */
  async begin(region: () => readonly string[]): Promise<void> {
    for (let restedMs = 0; !this.#ended.signal.aborted; restedMs += restMs) {
      if (this.#isChanged || restedMs >= idleMs) {
        this.#write(this.#above, region());
        this.#above = '';
        this.#isChanged = false;
        restedMs = 0;
      }
      await this.#clock.sleep(restMs, this.#ended.signal).catch(() => {});
    }
  }

  /** Says that the lines changed. */
  changed(): void {
    this.#isChanged = true;
  }

  /** Adds text above the lines when they are drawn next. It ends with a newline. */
  add(text: string): void {
    this.#above += text;
  }

  /** Writes a line above the lines at once. */
  line(text: string): void {
    this.#write(`${this.#above}${text}\n`, []);
    this.#above = '';
  }

  /** Erases the lines, and writes what was added and this text. */
  end(text = ''): void {
    this.#ended.abort();
    this.#write(this.#above + text, []);
    this.#above = '';
  }

  #write(text: string, lines: readonly string[]): void {
    if (text === '' && lines.join('\n') === this.#drawn.join('\n')) return;
    this.#terminal.err(`${this.#erasing()}${text}${lines.join('\n')}`);
    this.#drawn = lines;
  }

  #erasing(): string {
    const { length } = this.#drawn;
    return length === 0 ? '' : `\r${length > 1 ? `\u001b[${length - 1}A` : ''}\u001b[J`;
  }
}

/** The time for which lines are buffered, in milliseconds. One write for each of thousands of cases would cost more than their checks. */
const togetherMs = 50;

const minuteMs = 60_000;

/** Times without output after which a progress line is written, in milliseconds; after the last one, every 5 minutes. */
const heartbeats = [0.5, 1, 2, 4].map((minutes) => minutes * minuteMs);

/** The delay of a heartbeat, in milliseconds. A line about a silent provider, due at nearly the same time, replaces it. */
const graceMs = 2000;

/** The columns of the time at the beginning of a line. */
export const clockWidth = '10:15:02 '.length;

/** Progress without a terminal: complete lines with the time, each once, and a heartbeat after some time without any. */
export class TimedLines {
  readonly #terminal: Terminal;
  readonly #clock: ProgressClock;
  readonly #ended = new AbortController();
  #lines = '';
  #timer: NodeJS.Timeout | undefined;
  #quietSince: number;
  #toldMs = 0;

  constructor(terminal: Terminal, clock: ProgressClock) {
    this.#terminal = terminal;
    this.#clock = clock;
    this.#quietSince = clock.now();
  }

  /** Begins to write the line that `heartbeat` returns whenever nothing was written for some time. */
  async begin(heartbeat: () => string): Promise<void> {
    this.#quietSince = this.#clock.now();
    while (!this.#ended.signal.aborted) {
      const left = this.#quietSince + this.#dueMs() + graceMs - this.#clock.now();
      if (left <= 0) {
        this.#toldMs = this.#dueMs();
        this.#lines += this.#timed(`  ${heartbeat()}`);
        this.#flush();
      } else await this.#clock.sleep(Math.min(left, 1000), this.#ended.signal).catch(() => {});
    }
  }

  /** Adds a line with the time. It is written soon, together with others. */
  add(text: string): void {
    this.#lines += this.#timed(text);
    this.#timer ??= setTimeout(() => this.#flush(), togetherMs);
  }

  /** Adds a line about something that ended, so that the time without output begins anew. */
  addNews(text: string): void {
    [this.#quietSince, this.#toldMs] = [this.#clock.now(), 0];
    this.add(text);
  }

  /** Adds a line about a provider that does not answer. It replaces the heartbeat that is due. */
  addSilence(text: string): void {
    this.#toldMs = Math.max(this.#toldMs, Math.min(this.#dueMs(), this.#clock.now() - this.#quietSince + graceMs));
    this.add(`  ${text}`);
  }

  /** Writes a line without the time at once. */
  line(text: string): void {
    this.#flush();
    this.#terminal.err(`${text}\n`);
  }

  /** Writes the buffered lines and this text. */
  end(text = ''): void {
    this.#ended.abort();
    this.#lines += text;
    this.#flush();
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const text = this.#lines;
    this.#lines = '';
    if (text !== '') this.#terminal.err(text);
  }

  #timed(text: string): string {
    return `${timeOfDay(new Date(this.#clock.now()))} ${text}\n`;
  }

  #dueMs(): number {
    return heartbeats.find((ms) => ms > this.#toldMs) ?? this.#toldMs + 5 * minuteMs;
  }
}
