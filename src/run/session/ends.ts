import { setMaxListeners } from 'node:events';
import { uniqueBy } from '#model/data/collections.js';
import { EvaError } from '#model/problem.js';
import type { OnRunEvent } from '#model/run/notice.js';

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
  const ownEnd = new AbortController();
  const stop = AbortSignal.any([outer.stop, ownEnd.signal]);
  const signal = AbortSignal.any([outer.signal, ownEnd.signal]);
  setMaxListeners(0, stop, signal); // one listener for each running call; Node warns of more than ten
  return { stop, signal, abort: () => ownEnd.abort() };
}

/** Records the end of a run. Returns the error that ended it, combined with the error of recording it, if any. */
export async function withFailure(error: unknown, note: () => Promise<void> | undefined): Promise<unknown> {
  try {
    await note();
    return error;
  } catch (second) {
    if (!(error instanceof EvaError) || !(second instanceof EvaError)) return error;
    return new EvaError(
      uniqueBy([...error.problems, ...second.problems], ({ message }) => message),
      { cause: error },
    );
  }
}

/** The signals that stop a run, and its event listener. */
export interface RunControl extends StopSignals {
  readonly onEvent: OnRunEvent;
}
