import { graceMs, type Interrupt } from '../../../evaluating/interrupt.js';

/** The signals of one round of a watch: it ends by a signal to the command, or because its files were saved. */
export interface Round extends Interrupt {
  /** Stops the round like a first signal, since its files were saved. */
  readonly outdate: () => void;
}

/** Begins a round within the signals of a command. */
export function beginRound(session: Interrupt): Round {
  const [stop, end] = [new AbortController(), new AbortController()];
  let isOutdated = false;
  let timer: NodeJS.Timeout | undefined;
  const onStop = () => stop.abort();
  const onEnd = () => end.abort();
  session.stop.addEventListener('abort', onStop);
  session.signal.addEventListener('abort', onEnd);
  if (session.stop.aborted) onStop();
  if (session.signal.aborted) onEnd();
  return {
    stop: stop.signal,
    signal: end.signal,
    exitCode: session.exitCode,
    onLeave: session.onLeave,
    isOutdated: () => isOutdated && session.exitCode() === null,
    outdate: () => {
      isOutdated = true;
      timer = setTimeout(onEnd, graceMs);
      stop.abort();
    },
    release: () => {
      clearTimeout(timer);
      session.stop.removeEventListener('abort', onStop);
      session.signal.removeEventListener('abort', onEnd);
      session.onLeave(() => {});
    },
  };
}
