import { setMaxListeners } from 'node:events';
import type { Io } from './io.js';

/** A run's end from outside. */
export interface Interrupt {
  readonly signal: AbortSignal;
  readonly abort: () => void;
  /** 130 or 143 once a signal has come, else null. */
  readonly exitCode: () => number | null;
  readonly release: () => void;
}

/** Turns SIGINT and SIGTERM into an abort of the calls in hand, so that no child process outlives the run. */
export function listenForInterrupt(io: Io): Interrupt {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal); // one a call in hand, and Node warns of more than ten
  let exitCode: number | null = null;
  const stop = (code: number) => () => {
    exitCode ??= code;
    controller.abort();
  };
  const [onInt, onTerm] = [stop(130), stop(143)];
  io.on('SIGINT', onInt);
  io.on('SIGTERM', onTerm);
  return {
    signal: controller.signal,
    abort: () => controller.abort(),
    exitCode: () => exitCode,
    release: () => {
      io.off('SIGINT', onInt);
      io.off('SIGTERM', onTerm);
    },
  };
}
