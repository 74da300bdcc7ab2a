import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LiveEvent } from '#page/live/live-state.js';
import type { ServerClock } from '../http/server.js';
import type { RunFollower } from './run-follower.js';

/** The least time between two messages, in milliseconds: at most 4 a second. */
export const messageMs = 250;

/** Streams the changes of a run until no process works on it any more. The first message has everything that is there. */
export async function* liveEvents(
  follower: Pick<RunFollower, 'read' | 'event' | 'isEnded' | 'close'>,
  { sleep }: Pick<ServerClock, 'sleep'>,
  signal: AbortSignal,
): AsyncGenerator<LiveEvent> {
  try {
    for (let isFirst = true; !signal.aborted && !follower.isEnded(); isFirst = false) {
      if ((await readAll(follower, signal)) || isFirst) yield follower.event();
      if (!follower.isEnded()) await sleep(messageMs, signal).catch(() => {});
    }
  } finally {
    follower.close();
  }
}

/** Reads everything that is there, with pauses for other requests. Returns true if something changed. */
async function readAll(follower: Pick<RunFollower, 'read'>, signal: AbortSignal): Promise<boolean> {
  let hasChanged = false;
  for (;;) {
    const { isMore, isChanged } = follower.read();
    hasChanged ||= isChanged;
    if (!isMore || signal.aborted) return hasChanged;
    await nextTurn();
  }
}
