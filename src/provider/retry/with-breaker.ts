import { setMaxListeners } from 'node:events';
import type { Reply } from '#model/exchange.js';
import { NoReply } from '../failure.js';
import type { Provider } from '../provider.js';

/** So many calls in a row without a reply, six attempts each, are no accident. */
const patience = 5;

/**
 * Gives a provider up for good after so many calls in a row that were given up, with no reply of another in between. From then on
 * no attempt is begun, and every call, those that wait included, throws `NoReply` that is final and says why.
 */
export function withBreaker(provider: Provider, calls = patience): Provider {
  const givenUp = new AbortController();
  const stopWith = joined(givenUp.signal);
  let inARow = 0;
  const note = (error: unknown) => {
    if (!(error instanceof NoReply) || error.isFinal || ++inARow < calls) return;
    const reason = error.cause instanceof Error ? error.cause.message : error.message;
    const message = `${provider.name} is given up after ${calls} calls in a row without a reply: ${reason}`;
    givenUp.abort(new NoReply(message, { isFinal: true }));
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
