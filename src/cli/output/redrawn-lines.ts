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
