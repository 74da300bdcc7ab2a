import { setTimeout as wait } from 'node:timers/promises';
import type { CasePairs } from '#model/pairs/comparison.js';
import type { Emit, ProviderSilence } from '#model/run/notice.js';
import type { RunPlan } from '#model/run/run.js';
import {
  CommandProgress,
  type CommandProgressOptions,
  type RunStandingFacts,
  type RunTitle,
  silenceText,
  warningLine,
} from '#report/run/progress.js';
import { usableWidth } from '#report/text/screen.js';
import { visible, wrap } from '#report/text/visible.js';
import { plannedTrials } from '#run/shares/share-trials.js';
import { clockWidth, type ProgressClock, RedrawnLines, roomForEcho, TimedLines } from '../output/redrawn-lines.js';
import type { Terminal } from '../output/terminal.js';

/** Shows the progress of one run of a command. */
export interface ProgressTeller {
  readonly emit: Emit;
  readonly note: (text: string) => void;
  readonly warn: (text: string) => void;
  /** Shows that a provider does not answer. */
  readonly silent: (silence: ProviderSilence) => void;
  /** Returns the counts of the run so far; of a comparison, those of its pairs. */
  readonly standing: () => RunStandingFacts;
  /** Says that the run has ended. */
  readonly end: () => void;
}

/** Shows the progress of the runs of a command on standard error. */
export interface CommandTeller extends Pick<ProgressTeller, 'note' | 'warn' | 'silent'> {
  /** Returns the teller of a run, by its place in the command, from 0. */
  readonly of: (at: number) => ProgressTeller;
  /** Shows that a case of a comparison is settled, once. */
  readonly settle: (pairs: CasePairs) => void;
  /** Erases the redrawn lines while `print` writes, and holds back all other lines until it has ended. */
  readonly pause: <T>(print: () => T | Promise<T>) => Promise<T>;
  /** Writes the buffered lines, and erases the redrawn ones. A second call does nothing. */
  readonly end: () => void;
}

/** The monotonic clock of the process, which does not jump when the system time is set. */
export const realClock: ProgressClock = {
  now: () => performance.timeOrigin + performance.now(),
  sleep: (ms, signal) => wait(ms, undefined, { signal }),
};

/** Returns the name of a run in lines of progress: its prompt and variant. */
export function runTitle({ id, variant, cases, manner }: RunPlan): RunTitle {
  const own = manner.shard ? plannedTrials({ cases, manner }) : [];
  const planned = cases.reduce((sum, { sample_size }, at) => sum + (own[at]?.length ?? sample_size), 0);
  return { name: variant?.variant === undefined ? id : `${id} × ${variant.variant}`, prompt: id, planned };
}

/**
 * Returns a teller that redraws up to six lines on a terminal, and elsewhere writes the first of them every 30 s. Both write a line for each
 * settled case. `runs` are all runs of the command in its order, also those that may never begin.
 */
export function tellProgress(
  terminal: Terminal,
  runs: readonly RunTitle[],
  { clock = realClock, ...options }: CommandProgressOptions & { readonly clock?: ProgressClock } = {},
): CommandTeller {
  const screen = terminal.errScreen;
  const width = usableWidth(screen);
  const progress = new CommandProgress(runs, options);
  const { isLive } = terminal;
  const lines = isLive ? new RedrawnLines(terminal, clock) : new TimedLines(terminal, clock);
  const show = () =>
    isLive
      ? progress.lines(clock.now(), { ...screen, width: screen.width - roomForEcho + 1 })
      : [progress.totalLine(clock.now())];
  const settled = (place: string, render: (width: number) => string) =>
    lines.add(isLive ? ` ${render(width)}` : place + render(width - clockWidth - place.length));
  const note = (text: string) => lines.line(wrap(visible(text), width).join('\n'));
  const warn = (message: string) => lines.line(warningLine(message, screen));
  const silent = (silence: ProviderSilence) => {
    progress.silent(silence, clock.now());
    if (silence.ms > 0) lines.silent(visible(silenceText(silence, new Date(clock.now()))));
    else lines.changed();
  };
  const emit =
    (at: number): Emit =>
    (event) => {
      const isFirst = !progress.isBegun();
      progress.take(at, event, clock.now());
      if (isFirst && progress.isBegun()) {
        if (!isLive) lines.add(progress.startLine());
        void lines.begin(show);
      }
      if (event.event === 'case_decided' && !options.isPair) {
        const { result } = event;
        settled(progress.placeText(at), (room) => progress.settledLine(at, result, { ...screen, width: room }));
      }
      lines.changed();
    };
  return {
    ...{ note, warn, silent },
    of: (at) => ({
      ...{ emit: emit(at), note, warn, silent, standing: () => progress.standing(at) },
      end: () => {
        progress.end(at);
        lines.changed();
      },
    }),
    settle: (pairs) => {
      if (!progress.settle(pairs)) return;
      settled('', (room) => progress.settledPairsLine(pairs, { ...screen, width: room }));
      lines.changed();
    },
    pause: (print) => lines.pause(print),
    end: () => lines.end(),
  };
}
