import { setMaxListeners } from 'node:events';
import { killPrograms } from '#process/live-programs.js';
import type { Io } from './io.js';

/** How long calls in hand may take to end by themselves after the first signal, in milliseconds. */
export const graceMs = 2000;

/** A run's end from outside. */
export interface Interrupt {
  /** Aborted with the first signal: no call begins any more. */
  readonly stop: AbortSignal;
  /** Aborted `graceMs` later: calls in hand end. */
  readonly signal: AbortSignal;
  /** Aborts both: the run cannot go on. */
  readonly abort: () => void;
  /** 130 or 143 once a signal has come, else null. */
  readonly exitCode: () => number | null;
  readonly release: () => void;
}

/**
 * Turns the first SIGINT or SIGTERM into a stop, and into an abort of the calls in hand once they have had their time, so that no
 * child process outlives the run. A second signal kills the programs that there are and leaves at once. `tell` is called with the first.
 */
export function listenForInterrupt(io: Io, tell: () => void = () => {}): Interrupt {
  const [stop, end] = [new AbortController(), new AbortController()];
  for (const { signal } of [stop, end]) setMaxListeners(0, signal); // one a call in hand, and Node warns of more than ten
  let exitCode: number | null = null;
  let timer: NodeJS.Timeout | undefined;
  const begin = (code: number) => {
    exitCode = code;
    timer = setTimeout(() => end.abort(), graceMs);
    tell();
    stop.abort();
  };
  const leave = (code: number) => {
    killPrograms();
    io.exit(code);
  };
  const onSignal = (code: number) => () => (exitCode === null ? begin(code) : leave(code));
  const listeners = [
    ['SIGINT', onSignal(130)],
    ['SIGTERM', onSignal(143)],
  ] as const;
  for (const [name, listener] of listeners) io.on(name, listener);
  return {
    stop: stop.signal,
    signal: end.signal,
    abort: () => {
      stop.abort();
      end.abort();
    },
    exitCode: () => exitCode,
    release: () => {
      clearTimeout(timer);
      for (const [name, listener] of listeners) io.off(name, listener);
    },
  };
}
