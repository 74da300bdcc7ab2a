import { setTimeout as wait } from 'node:timers/promises';
import type { CasePairs } from '#model/pairs/comparison.js';
import type { Emit, ProgressEvent, ProviderSilence } from '#model/run/notice.js';
import { CompareProgress } from '#report/compare/compare-progress.js';
import { type RunStandingFacts, ShownProgress, silenceText, warningLine } from '#report/run/progress.js';
import { plural } from '#report/text/numbers.js';
import { usableWidth } from '#report/text/screen.js';
import { clip, column, displayWidth, visible, wrap } from '#report/text/visible.js';
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

/** The runs of a group that are under way. */
interface OneRun {
  readonly name: string;
  readonly progress: ShownProgress;
  isEnded: boolean;
}

/** The maximum number of runs that have a line of their own. */
const mostRuns = 5;

const widestName = 36;

/**
 * Returns a teller for each of the runs that a group makes at the same time, by its name. They share the lines of standard error: a line for
 * each settled case of a run, and on a terminal up to six redrawn lines with a run each.
 */
export function tellGroupProgress(
  terminal: Terminal,
  names: readonly string[],
  clock: ProgressClock = realClock,
): readonly ProgressTeller[] {
  const screen = terminal.errScreen;
  const width = usableWidth(screen);
  const nameWidth = Math.min(widestName, Math.floor(width / 3), Math.max(0, ...names.map(displayWidth)));
  const titleOf = ({ name }: OneRun) => column(visible(name), nameWidth);
  const runs = names.map((name): OneRun => ({ name, progress: new ShownProgress(), isEnded: false }));
  const standingLine = (run: OneRun) => `${titleOf(run)}  ${run.progress.heartbeat(clock.now())}`;
  const region = () => {
    const open = runs.filter(({ progress, isEnded }) => progress.isBegun() && !isEnded);
    const shown = open.slice(0, mostRuns).map((run) => ` ${clip(standingLine(run), width - 1 - roomForEcho)}`);
    return open.length > mostRuns ? [...shown, ` and ${plural(open.length - mostRuns, 'more run')}`] : shown;
  };
  const lines = terminal.isLive ? new RedrawnLines(terminal, clock) : new TimedLines(terminal, clock);
  let isBegun = false;
  const begin = () => {
    if (isBegun) return;
    isBegun = true;
    const first = () => runs.find(({ isEnded }) => !isEnded) ?? runs[0];
    if (lines instanceof RedrawnLines) void lines.begin(region);
    else void lines.begin(() => standingLine(first() ?? { name: '', progress: new ShownProgress(), isEnded: true }));
  };
  const settled = (run: OneRun, line: string) => {
    if (lines instanceof RedrawnLines) lines.add(` ${titleOf(run)}  ${line}\n`);
    else lines.addNews(`${titleOf(run)}  ${line}`);
  };
  const changed = () => {
    if (lines instanceof RedrawnLines) lines.changed();
  };
  let ended = 0;
  return runs.map((run) => ({
    emit: (event) => {
      run.progress.take(event, clock.now());
      if (event.event === 'run_started') begin();
      const room = width - nameWidth - (terminal.isLive ? 3 : clockWidth + 2);
      if (event.event === 'case_decided')
        settled(run, run.progress.settledLine(event.result, { ...screen, width: room }));
      changed();
    },
    note: (text) => lines.line(wrap(visible(text), width).join('\n')),
    warn: (message) => lines.line(warningLine(message, screen)),
    silent: (silence) => {
      const text = visible(silenceText(silence, new Date(clock.now())));
      run.progress.silent(silence, clock.now());
      if (lines instanceof TimedLines) lines.addSilence(`${titleOf(run)}  ${text}`);
      else if (!isBegun) lines.line(text);
      changed();
    },
    standing: () => run.progress.standing(),
    end: () => {
      if (run.isEnded) return;
      run.isEnded = true;
      ended += 1;
      if (ended === runs.length) lines.end();
      else changed();
    },
  }));
}

/** Shows the progress of both sides of a comparison on standard error: one line for both, and one for each settled case. */
export interface CompareTeller {
  readonly emit: (side: 'a' | 'b', event: ProgressEvent) => void;
  /** Shows the result of a case, once. */
  readonly settle: (pairs: CasePairs) => void;
  readonly note: (text: string) => void;
  readonly warn: (text: string) => void;
  /** Shows that a provider does not answer. */
  readonly silent: (silence: ProviderSilence) => void;
  /** Returns how far the comparison came. */
  readonly standing: CompareProgress['standing'];
  /** Writes the buffered lines, and erases the redrawn ones. */
  readonly end: () => void;
}

/** Returns a teller that redraws its line on a terminal, and elsewhere writes lines with the time. */
export function tellComparison(id: string, terminal: Terminal, clock: ProgressClock = realClock): CompareTeller {
  const screen = terminal.errScreen;
  const progress = new CompareProgress(id);
  const width = usableWidth(screen);
  const lines = terminal.isLive ? new RedrawnLines(terminal, clock) : new TimedLines(terminal, clock);
  const begin = () => {
    if (lines instanceof RedrawnLines) {
      const narrower = { ...screen, width: screen.width - roomForEcho + 1 };
      void lines.begin(() => progress.region(clock.now(), narrower));
      return;
    }
    lines.add(progress.startLine());
    void lines.begin(() => progress.line(clock.now()));
  };
  const changed = () => {
    if (lines instanceof RedrawnLines) lines.changed();
  };
  return {
    emit: (side, event) => {
      const isFirst = !progress.isBegun();
      progress.take(side, event, clock.now());
      if (isFirst && progress.isBegun()) begin();
      changed();
    },
    settle: (pairs) => {
      if (!progress.settle(pairs)) return;
      if (lines instanceof RedrawnLines) lines.add(` ${progress.settledLine(pairs, screen)}\n`);
      else lines.addNews(progress.settledLine(pairs, { ...screen, width: width - clockWidth }));
      changed();
    },
    note: (text) => lines.line(wrap(visible(text), width).join('\n')),
    warn: (message) => lines.line(warningLine(message, screen)),
    silent: (silence) => {
      progress.silent(silence, clock.now());
      const text = visible(silenceText(silence, new Date(clock.now())));
      if (lines instanceof TimedLines) lines.addSilence(text);
      else if (!progress.isBegun()) lines.line(text);
      changed();
    },
    standing: () => progress.standing(),
    end: () => lines.end(),
  };
}
