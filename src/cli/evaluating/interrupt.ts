import { setMaxListeners } from 'node:events';
import { killPrograms } from '#process/live-programs.js';
import type { EndSignal, Io } from '../io.js';

/** How long calls in hand may take to end by themselves after the first signal, in milliseconds: of 2.5 s in all the rest is for ending programs. */
export const graceMs = 1800;

/** Signals that end a run, each with its exit code: 128 and the signal's number, as shells have it. A closed terminal sends SIGHUP. */
const endSignals: readonly (readonly [EndSignal, number])[] = [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
  ['SIGQUIT', 131],
];

/** How a run is ended before its time. */
export interface Ends {
  /** Once aborted no call begins any more. */
  readonly stop: AbortSignal;
  /** Aborted to end the calls in hand. */
  readonly signal: AbortSignal;
  /** Aborts both: the run cannot go on. */
  readonly abort: () => void;
}

/** The end of a command from outside. */
export interface Interrupt {
  /** The exit code of the first signal that has come (130, 143, 129, 131), else null. */
  readonly exitCode: () => number | null;
  /** The ends of one run: those from outside, and its own. `farewell` is called last if a second signal comes. */
  readonly ends: (farewell?: () => void) => Ends;
  readonly release: () => void;
}

/**
 * Turns the first signal into a stop, and into an abort of the calls in hand once they have had their time, so that no
 * child process outlives the run. A second signal, unless it is SIGHUP, kills the programs that there are
 * and leaves at once.
 */
export function listenForInterrupt(io: Io): Interrupt {
  const [stop, end] = [new AbortController(), new AbortController()];
  let exitCode: number | null = null;
  let timer: NodeJS.Timeout | undefined;
  let sayFarewell = () => {};
  const begin = (code: number) => {
    exitCode = code;
    timer = setTimeout(() => end.abort(), graceMs);
    stop.abort();
  };
  const leave = (code: number) => {
    killPrograms();
    sayFarewell();
    io.exit(code);
  };
  const onSignal = (name: EndSignal, code: number) => () => {
    if (exitCode === null) begin(code);
    else if (name !== 'SIGHUP') leave(code); // a terminal that is closed sends it twice: by itself, and through the shell
  };
  const listeners = endSignals.map(([name, code]) => [name, onSignal(name, code)] as const);
  for (const [name, listener] of listeners) io.on(name, listener);
  return {
    exitCode: () => exitCode,
    ends: (farewell = () => {}) => {
      sayFarewell = farewell;
      return endsWithin(stop.signal, end.signal);
    },
    release: () => {
      clearTimeout(timer);
      for (const [name, listener] of listeners) io.off(name, listener);
    },
  };
}

function endsWithin(outerStop: AbortSignal, outerEnd: AbortSignal): Ends {
  const own = new AbortController();
  const stop = AbortSignal.any([outerStop, own.signal]);
  const signal = AbortSignal.any([outerEnd, own.signal]);
  setMaxListeners(0, stop, signal); // one a call in hand, and Node warns of more than ten
  return { stop, signal, abort: () => own.abort() };
}
