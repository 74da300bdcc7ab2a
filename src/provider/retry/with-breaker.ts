import { setMaxListeners } from 'node:events';
import type { Reply } from '#model/reply/exchange.js';
import { NoReply, RanOutOfTime } from '../failure.js';
import type { Provider } from '../provider.js';

/** So many calls in a row without a reply, six attempts each, over so long, are no accident. */
const patience = { calls: 5, ms: 30_000 };

/**
 * Gives a provider up for good after five or more calls in a row that were given up, with no reply of another in between, half a minute
 * or more from the first to the last: with many calls in hand a short outage is met by all of them. From then on no attempt is begun, and
 * every call, those that wait included, throws `NoReply` that is final and says why. `now` in milliseconds of a monotonic clock.
 */
export function withBreaker(provider: Provider, now: () => number): Provider {
  const givenUp = new AbortController();
  const stopWith = joined(givenUp.signal);
  let inARow = 0;
  let since = 0;
  const note = (error: unknown) => {
    if (!(error instanceof NoReply || error instanceof RanOutOfTime)) return;
    if (error instanceof NoReply && error.isFinal) return;
    if (inARow === 0) since = now();
    inARow += 1;
    if (inARow < patience.calls || now() - since < patience.ms) return;
    const reason = error.cause instanceof Error ? error.cause.message : error.message;
    const message = `${provider.name} is given up after ${inARow} calls in a row without a reply: ${reason}`;
    givenUp.abort(new NoReply(message, { why: 'provider_given_up' }));
  };
  return {
    ...provider,
    async send(request, options): Promise<Reply> {
      try {
        const reply = await provider.send(request, { ...options, stop: stopWith(options.stop) });
        inARow = 0;
        return reply;
      } catch (error) {
        note(error);
        throw error;
      }
    },
  };
}

/** Signals that are aborted with `own` too, one for each that comes: calls of one run bring the same. */
function joined(own: AbortSignal): (other: AbortSignal | undefined) => AbortSignal {
  setMaxListeners(0, own); // one a call that waits, and Node warns of more than ten
  const known = new WeakMap<AbortSignal, AbortSignal>();
  return (other) => {
    if (other === undefined) return own;
    const before = known.get(other);
    if (before) return before;
    const either = AbortSignal.any([other, own]);
    setMaxListeners(0, either);
    known.set(other, either);
    return either;
  };
}
