import { setTimeout as wait } from 'node:timers/promises';
import type { Emit, ProviderSilence } from '#model/run/notice.js';
import { RunProgress, type RunStandingFacts, warningLine } from '#report/run/progress.js';
import { silenceText, timeOfDay } from '#report/run/silence.js';
import { usableWidth } from '#report/text/paint.js';
import { visible } from '#report/text/visible.js';
import { wrap } from '#report/text/wrap.js';
import type { Terminal } from '../output/terminal.js';

/** Shows the progress of a run on standard error. */
export interface ProgressTeller {
  readonly emit: Emit;
  readonly note: (text: string) => void;
  readonly warn: (text: string) => void;
  /** Shows that a provider does not answer. */
  readonly silent: (silence: ProviderSilence) => void;
  /** Returns the known facts of the run. */
  readonly standing: () => RunStandingFacts;
  /** Writes the buffered lines, and erases the redrawn ones. */
  readonly end: () => void;
}

/** A clock in milliseconds since 1970, and a timer. */
interface ProgressClock {
  readonly now: () => number;
  /** Resolves after `ms` milliseconds. Rejects when the signal is aborted. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** The monotonic clock of the process, which does not jump when the system time is set. */
const realClock: ProgressClock = {
  now: () => performance.timeOrigin + performance.now(),
  sleep: (ms, signal) => wait(ms, undefined, { signal }),
};

/** The place of a run among several. */
export interface RunTitle {
  readonly id: string;
  /** The number of the run, from 1. */
  readonly number: number;
  readonly of: number;
}

/**
 * Returns a teller that redraws up to six lines on a terminal, and elsewhere writes a line with the time for each settled case. `title` is
 * set for one of several runs.
 */
export function tellProgress(
  terminal: Terminal,
  title: RunTitle | null = null,
  clock: ProgressClock = realClock,
): ProgressTeller {
  return terminal.isLive ? liveTeller(terminal, title, clock) : plainTeller(terminal, title, clock);
}

/** Returns the number of a run: `[2/3] `; empty for a single run. */
function placeOf(title: RunTitle | null): string {
  return title ? `[${title.number}/${title.of}] ` : '';
}

/** Returns the title of a run that ended before it began, for the error that follows. */
function titleAlone(title: RunTitle | null, progress: RunProgress): string {
  return title && !progress.isBegun() ? `${placeOf(title)}${visible(title.id)}\n` : '';
}

const restMs = 200;
const idleMs = 1000;

/** Shows progress on a terminal. Redraws at most five times a second, and once a second without events. */
function liveTeller(terminal: Terminal, title: RunTitle | null, clock: ProgressClock): ProgressTeller {
  const screen = terminal.errScreen;
  const progress = new RunProgress();
  const ended = new AbortController();
  let settled = '';
  let isChanged = false;
  let drawn: readonly string[] = [];
  const eraseText = () =>
    drawn.length === 0 ? '' : `\r${drawn.length > 1 ? `\u001b[${drawn.length - 1}A` : ''}\u001b[J`;
  const write = (text: string, lines: readonly string[]) => {
    if (text === '' && lines.join('\n') === drawn.join('\n')) return;
    terminal.err(`${eraseText()}${text}${lines.join('\n')}`);
    drawn = lines;
  };
  const draw = () => {
    write(settled, progress.region(clock.now(), screen));
    settled = '';
    isChanged = false;
  };
  const keepDrawing = async () => {
    for (let restedMs = 0; !ended.signal.aborted; restedMs += restMs) {
      if (isChanged || restedMs >= idleMs) {
        draw();
        restedMs = 0;
      }
      await clock.sleep(restMs, ended.signal).catch(() => {});
    }
  };
  const line = (text: string) => {
    write(`${settled}${text}\n`, []);
    settled = '';
  };
  return {
    emit: (event) => {
      progress.take(event, clock.now());
      if (event.event === 'case_decided') settled += ` ${progress.settledLine(event.result, screen)}\n`;
      isChanged = true;
      if (event.event !== 'run_started') return;
      if (title) settled += `${wrap(placeOf(title) + progress.startLine(), usableWidth(screen)).join('\n')}\n`;
      void keepDrawing();
    },
    note: (text) => line(wrap(visible(text), usableWidth(screen)).join('\n')),
    warn: (message) => line(warningLine(message, screen)),
    silent: (silence) => {
      progress.silent(silence, clock.now());
      if (progress.isBegun()) isChanged = true;
      else line(visible(silenceText(silence, new Date(clock.now()))));
    },
    standing: () => progress.standing(),
    end: () => {
      ended.abort();
      write(settled + titleAlone(title, progress), []);
      settled = '';
    },
  };
}

/** The time for which lines are buffered, in milliseconds. One write for each of thousands of cases would cost more than their checks. */
const togetherMs = 50;

const minuteMs = 60_000;

/** Times without output after which a progress line is written, in milliseconds; after the last one, every 5 minutes. */
const heartbeats = [0.5, 1, 2, 4].map((minutes) => minutes * minuteMs);

/** The delay of a heartbeat, in milliseconds. A line about a silent provider, due at nearly the same time, replaces it. */
const graceMs = 2000;

/** Shows progress without a terminal: complete lines, each once. */
function plainTeller(terminal: Terminal, title: RunTitle | null, clock: ProgressClock): ProgressTeller {
  const screen = terminal.errScreen;
  const progress = new RunProgress();
  const ended = new AbortController();
  let lines = '';
  let timer: NodeJS.Timeout | undefined;
  let quietSince = clock.now();
  let toldMs = 0;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const text = lines;
    lines = '';
    if (text !== '') terminal.err(text);
  };
  const timed = (text: string) => `${timeOfDay(new Date(clock.now()))} ${text}\n`;
  const dueMs = () => heartbeats.find((ms) => ms > toldMs) ?? toldMs + 5 * minuteMs;
  const keepBeating = async () => {
    while (!ended.signal.aborted) {
      const left = quietSince + dueMs() + graceMs - clock.now();
      if (left <= 0) {
        toldMs = dueMs();
        lines += timed(`  ${progress.heartbeat(clock.now())}`);
        flush();
      } else await clock.sleep(Math.min(left, 1000), ended.signal).catch(() => {});
    }
  };
  const later = (text: string) => {
    lines += text;
    timer ??= setTimeout(flush, togetherMs);
  };
  const line = (text: string) => {
    flush();
    terminal.err(`${text}\n`);
  };
  return {
    emit: (event) => {
      progress.take(event, clock.now());
      if (event.event === 'run_started') {
        quietSince = clock.now();
        later(timed(placeOf(title) + progress.startLine()));
        void keepBeating();
      }
      if (event.event !== 'case_decided') return;
      [quietSince, toldMs] = [clock.now(), 0];
      const narrower = { ...screen, width: usableWidth(screen) - clockWidth };
      later(timed(progress.settledLine(event.result, narrower)));
    },
    note: (text) => line(wrap(visible(text), usableWidth(screen)).join('\n')),
    warn: (message) => line(warningLine(message, screen)),
    silent: (silence) => {
      toldMs = Math.max(toldMs, Math.min(dueMs(), clock.now() - quietSince + graceMs));
      later(timed(`  ${visible(silenceText(silence, new Date(clock.now())))}`));
    },
    standing: () => progress.standing(),
    end: () => {
      ended.abort();
      lines += titleAlone(title, progress);
      flush();
    },
  };
}

const clockWidth = '10:15:02 '.length;
