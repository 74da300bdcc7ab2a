import type { Ask } from '#model/reply/exchange.js';
import type { RunDeps } from '#run/deps.js';
import type { CallWays } from './reply-places.js';

/** An `ask` that counts calls. */
export interface CountedCalls extends Pick<RunDeps, 'ask' | 'repliesGiven'> {
  /**
   * Returns the number of calls that a model or an application is answering. Calls that wait for a slot, after a rate limit or in
   * a batch do not count.
   */
  readonly inHand: () => number;
}

/** Counts running calls and replies. A call to a model counts from its first attempt on, a call to an application from its start. */
export function countCalls(askWhile: (ways: Required<Pick<CallWays, 'begin' | 'onReply'>>) => Ask): CountedCalls {
  let [inHand, given] = [0, 0];
  const begin = () => {
    inHand += 1;
    return () => {
      inHand -= 1;
    };
  };
  const onReply = () => {
    given += 1;
  };
  const ask = askWhile({ begin, onReply });
  const counted: Ask = (call) => ('answer' in call ? ask(call).finally(begin()) : ask(call));
  return { ask: counted, inHand: () => inHand, repliesGiven: () => given };
}
