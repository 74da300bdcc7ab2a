import { timeOfDay } from '#report/run/progress.js';
import type { ProgressClock } from './redrawn-lines.js';
import type { Terminal } from './terminal.js';

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
