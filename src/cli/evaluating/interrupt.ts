import { setMaxListeners } from 'node:events';
import { killPrograms } from '#process/live-programs.js';
import type { EndSignal, Io } from '../io.js';

/** How long calls in hand may take to end by themselves after the first signal, in milliseconds. The rest of 2.5 s is for ending programs. */
export const graceMs = 1800;

/** Signals that end a run, with their exit codes: 128 plus the number of the signal. A closed terminal sends SIGHUP. */
const endSignals: readonly (readonly [EndSignal, number])[] = [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
  ['SIGQUIT', 131],
];

/** The two signals that end a run early. */
export interface Ends {
  /** Once it is aborted no call begins. */
  readonly stop: AbortSignal;
  /** Aborted to end the calls in hand. */
  readonly signal: AbortSignal;
  /** Aborts both: the run cannot go on. */
  readonly abort: () => void;
}

/** The signals that a command received. */
export interface Interrupt {
  /** The exit code of the first signal that has come (130, 143, 129, 131), else null. */
  readonly exitCode: () => number | null;
  /** Makes the ends of one run, by signals and by itself. `farewell` is called last if a second signal comes. */
  readonly ends: (farewell?: () => void) => Ends;
  readonly release: () => void;
}

/**
 * Listens for signals. The first one stops the run, and aborts the calls in hand after 1.8 s. A second one, unless it is SIGHUP, kills all
 * programs and leaves at once, so that no child process outlives eva.
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
    else if (name !== 'SIGHUP') leave(code); // a closed terminal sends it twice: by itself, and through the shell
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
