import { killPrograms } from '#provider/process/start-program.js';
import type { StopSignals } from '#run/session/ends.js';
import type { EndSignal, Io } from '../io.js';

/** The time that running calls get to finish after the first signal, in milliseconds. The rest of 2.5 s is for ending programs. */
export const graceMs = 1800;

/** The signals that end a run, with their exit codes: 128 plus the number of the signal. A closed terminal sends SIGHUP. */
export const endSignals: readonly (readonly [EndSignal, number])[] = [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
  ['SIGQUIT', 131],
];

/** The signals that a command received. */
export interface Interrupt extends StopSignals {
  /** Returns the exit code of the first signal received (130, 143, 129, 131), or null. */
  readonly exitCode: () => number | null;
  /** Sets the function that is called last if a second signal comes. */
  readonly onLeave: (farewell: () => void) => void;
  readonly release: () => void;
  /** Returns true if no signal stopped the run, but files that were saved meanwhile; absent if only signals can stop it. */
  readonly isOutdated?: () => boolean;
}

/**
 * Listens for signals. The first one stops the run, and aborts the running calls after 1.8 s. A second one, unless it is SIGHUP, kills all
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
    stop: stop.signal,
    signal: end.signal,
    exitCode: () => exitCode,
    onLeave: (farewell) => {
      sayFarewell = farewell;
    },
    release: () => {
      clearTimeout(timer);
      for (const [name, listener] of listeners) io.off(name, listener);
    },
  };
}
