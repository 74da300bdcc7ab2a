import { relative } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { CasePairs } from '#model/pairs/comparison.js';
import {
  isRunEvent,
  type OnRunEvent,
  type ProgressEvent,
  type ProviderSilence,
  type RunNotice,
} from '#model/run/notice.js';
import type { RunPlan } from '#model/run/run.js';
import { noticeText } from '#report/run/notice.js';
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
import type { PoolControl } from '#run/session/run-pool.js';
import { plannedTrials } from '#run/shares/share-trials.js';
import type { CommandPlace } from '../open-command.js';
import {
  clockWidth,
  type ProgressClock,
  type ProgressLines,
  RedrawnLines,
  roomForEcho,
  TimedLines,
} from '../output/redrawn-lines.js';
import type { Terminal } from '../output/terminal.js';
import { graceMs } from './interrupt.js';

/** Shows notices on standard error. */
export interface NoticeTeller {
  readonly note: (text: string) => void;
  readonly warn: (text: string) => void;
  /** Shows that a provider does not answer. */
  readonly silent: (silence: ProviderSilence) => void;
}

/** Shows the progress of the runs of a command on standard error. `at`: the place of a run in the command, from 0. */
export interface CommandTeller extends NoticeTeller {
  readonly take: (event: ProgressEvent, at: number) => void;
  /** Returns the counts of a run so far; of a comparison, those of its pairs. */
  readonly standing: (at: number) => RunStandingFacts;
  /** Says that a run has ended; `hasResult`: false if a signal or an error ended it. */
  readonly endRun: (at: number, hasResult: boolean) => void;
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

/** Opens lines on standard error that are redrawn on a terminal, and shows notices above them. */
export function openLines(terminal: Terminal, clock = realClock): NoticeTeller & { readonly lines: ProgressLines } {
  const screen = terminal.errScreen;
  const lines = terminal.isLive ? new RedrawnLines(terminal, clock) : new TimedLines(terminal, clock);
  return {
    lines,
    note: (text) => lines.line(wrap(visible(text), usableWidth(screen)).join('\n')),
    warn: (message) => lines.line(warningLine(message, screen)),
    silent: (silence) => {
      if (silence.ms > 0) lines.silent(visible(silenceText(silence, new Date(clock.now()))));
      else lines.changed();
    },
  };
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
  const progress = new CommandProgress(runs, options);
  const { isLive } = terminal;
  const { lines, ...notices } = openLines(terminal, clock);
  const show = () =>
    isLive
      ? progress.lines(clock.now(), { ...screen, width: screen.width - roomForEcho + 1 })
      : [progress.totalLine(clock.now())];
  const settled = (place: string, render: (width: number) => string) =>
    lines.add(
      isLive ? ` ${render(usableWidth(screen))}` : place + render(usableWidth(screen) - clockWidth - place.length),
    );
  const take = (event: ProgressEvent, at: number) => {
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
    ...notices,
    silent: (silence) => {
      progress.silent(silence, clock.now());
      notices.silent(silence);
    },
    take,
    standing: (at) => progress.standing(at),
    endRun: (at, hasResult) => {
      progress.end(at, hasResult);
      lines.changed();
    },
    settle: (pairs) => {
      if (!progress.settle(pairs)) return;
      settled('', (room) => progress.settledPairsLine(pairs, { ...screen, width: room }));
      lines.changed();
    },
    pause: (print) => lines.pause(print),
    end: () => lines.end(),
  };
}

/** Returns a function that shows notices as lines, by default those of a command that shows no progress. */
export function noticesTo(
  { root, terminal }: Pick<CommandPlace, 'root' | 'terminal'>,
  { note, warn, silent }: NoticeTeller = tellProgress(terminal, []),
): OnRunEvent {
  const { eva } = terminal;
  return (notice) => {
    if (isRunEvent(notice)) return;
    if (notice.event === 'provider_silent') return silent(notice);
    const context = { now: new Date(), graceMs, pathOf: (file: string) => relative(root, file), ...(eva && { eva }) };
    const { text, isWarning } = noticeText(notice, context);
    return isWarning ? warn(text) : note(text);
  };
}

type Stopping = Extract<RunNotice, { readonly event: 'run_stopping' }>;

/**
 * Returns a function that shows the events of the runs of a command. Equal notices of several runs are shown once, and their stops as one.
 * `whyStopped` replaces the notice of a stop; null if it does not.
 */
export function eventsTo(
  place: CommandPlace,
  teller: CommandTeller,
  whyStopped: () => string | null = () => null,
): PoolControl['onEvent'] {
  const told = new Set<string>();
  const once = (tell: (text: string) => void) => (text: string) => {
    if (!told.has(text)) tell(text);
    told.add(text);
  };
  const notify = noticesTo(place, { ...teller, note: once(teller.note), warn: once(teller.warn) });
  let stopping: Stopping | undefined;
  const tellStop = () => {
    const why = whyStopped();
    if (why !== null) teller.note(why);
    else if (stopping) notify(stopping);
  };
  return (event, at) => {
    if (isRunEvent(event)) return teller.take(event, at ?? 0);
    if (event.event !== 'run_stopping') return notify(event);
    if (!stopping) queueMicrotask(tellStop);
    const { in_hand, batches } = stopping ?? { in_hand: 0, batches: 0 };
    stopping = { ...event, in_hand: event.in_hand + in_hand, batches: event.batches + batches };
  };
}
