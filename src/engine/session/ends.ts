import { setMaxListeners } from 'node:events';

/** The two signals of whoever started a run. */
export interface StopSignals {
  /** Once it is aborted no call begins. */
  readonly stop: AbortSignal;
  /** Aborted to end the calls in hand. */
  readonly signal: AbortSignal;
}

/** The signals of one run, and a function that aborts both: the run cannot go on. */
export interface Ends extends StopSignals {
  readonly abort: () => void;
}

/** Makes the signals of one run, which end it from outside or by itself. */
export function endsWithin(outer: StopSignals): Ends {
  const own = new AbortController();
  const stop = AbortSignal.any([outer.stop, own.signal]);
  const signal = AbortSignal.any([outer.signal, own.signal]);
  setMaxListeners(0, stop, signal); // one a call in hand, and Node warns of more than ten
  return { stop, signal, abort: () => own.abort() };
}
