import { setTimeout as wait } from 'node:timers/promises';
import type { Emit, ProviderSilence } from '#model/run/notice.js';
import { type RunStandingFacts, ShownProgress, silenceText, warningLine } from '#report/run/progress.js';
import { usableWidth } from '#report/text/screen.js';
import { visible, wrap } from '#report/text/visible.js';
import { clockWidth, type ProgressClock, RedrawnLines, roomForEcho, TimedLines } from '../output/redrawn-lines.js';
import type { Terminal } from '../output/terminal.js';

/** Shows the progress of a run on standard error. */
export interface ProgressTeller {
  readonly emit: Emit;
  readonly note: (text: string) => void;
  readonly warn: (text: string) => void;
  /** Shows that a provider does not answer. */
  readonly silent: (silence: ProviderSilence) => void;
  readonly standing: () => RunStandingFacts;
  /** Writes the buffered lines, and erases the redrawn ones. */
  readonly end: () => void;
}

/** The monotonic clock of the process, which does not jump when the system time is set. */
export const realClock: ProgressClock = {
  now: () => performance.timeOrigin + performance.now(),
  sleep: (ms, signal) => wait(ms, undefined, { signal }),
};

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

/** Returns the title of a run that ended before it began, for the error that follows. `place`: the text before it. */
function titleAlone(title: RunTitle | null, place: string, progress: ShownProgress): string {
  return title && !progress.isBegun() ? `${place}${visible(title.id)}\n` : '';
}

/** Shows progress on a terminal: redrawn lines below the lines of settled cases. */
function liveTeller(terminal: Terminal, title: RunTitle | null, clock: ProgressClock): ProgressTeller {
  const screen = terminal.errScreen;
  const progress = new ShownProgress();
  const lines = new RedrawnLines(terminal, clock);
  return {
    emit: (event) => {
      progress.take(event, clock.now());
      if (event.event === 'case_decided') lines.add(` ${progress.settledLine(event.result, screen)}\n`);
      lines.changed();
      if (event.event !== 'run_started') return;
      if (title) lines.add(`${wrap(progress.startLine(), usableWidth(screen)).join('\n')}\n`);
      void lines.begin(() => progress.region(clock.now(), { ...screen, width: screen.width - roomForEcho + 1 }));
    },
    note: (text) => lines.line(wrap(visible(text), usableWidth(screen)).join('\n')),
    warn: (message) => lines.line(warningLine(message, screen)),
    silent: (silence) => {
      progress.silent(silence, clock.now());
      if (progress.isBegun()) lines.changed();
      else lines.line(visible(silenceText(silence, new Date(clock.now()))));
    },
    standing: () => progress.standing(),
    end: () => lines.end(titleAlone(title, '', progress)),
  };
}

/** Shows progress without a terminal: complete lines, each once. */
function plainTeller(terminal: Terminal, title: RunTitle | null, clock: ProgressClock): ProgressTeller {
  const screen = terminal.errScreen;
  const progress = new ShownProgress();
  const lines = new TimedLines(terminal, clock);
  return {
    emit: (event) => {
      progress.take(event, clock.now());
      if (event.event === 'run_started') {
        lines.add(placeOf(title) + progress.startLine());
        void lines.begin(() => progress.heartbeat(clock.now()));
      }
      if (event.event !== 'case_decided') return;
      lines.addNews(progress.settledLine(event.result, { ...screen, width: usableWidth(screen) - clockWidth }));
    },
    note: (text) => lines.line(wrap(visible(text), usableWidth(screen)).join('\n')),
    warn: (message) => lines.line(warningLine(message, screen)),
    silent: (silence) => lines.addSilence(visible(silenceText(silence, new Date(clock.now())))),
    standing: () => progress.standing(),
    end: () => lines.end(titleAlone(title, placeOf(title), progress)),
  };
}
