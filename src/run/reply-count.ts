import type { Ask } from '#model/exchange.js';

/** Counts the replies that models gave since a run began. Those out of a journal, a cache or recordings are older. */
export class ReplyCount {
  readonly ask: Ask;
  #count = 0;

  constructor(ask: Ask, began: Date) {
    const since = began.getTime();
    this.ask = async (call) => {
      const stored = await ask(call);
      if (!('answer' in call) && stored.source === 'model' && Date.parse(stored.ts) >= since) this.#count += 1;
      return stored;
    };
  }

  count(): number {
    return this.#count;
  }
}
