import { setMaxListeners } from 'node:events';

export interface StopSignals {
  /** Once aborted, no call begins. */
  readonly stop: AbortSignal;
  /** Once aborted, running calls end. */
  readonly signal: AbortSignal;
}

/** The signals of one run, and a function that aborts both when the run cannot continue. */
export interface Ends extends StopSignals {
  readonly abort: () => void;
}

/** Makes the signals of one run, which the caller and the run itself can abort. */
export function endsWithin(outer: StopSignals): Ends {
  const own = new AbortController();
  const stop = AbortSignal.any([outer.stop, own.signal]);
  const signal = AbortSignal.any([outer.signal, own.signal]);
  setMaxListeners(0, stop, signal); // one listener for each running call; Node warns of more than ten
  return { stop, signal, abort: () => own.abort() };
}
