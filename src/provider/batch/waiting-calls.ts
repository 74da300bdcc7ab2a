import type { ModelRequest, Reply } from '#model/reply/exchange.js';

/** A call that waits for its reply. */
export interface WaitingCall {
  readonly key: string;
  readonly request: ModelRequest;
}

/** Where a call is: not sent yet, being sent, or in the batch of this id. */
export type Whereabouts = 'unsent' | 'sending' | { readonly batch: string };

interface Entry extends WaitingCall {
  where: Whereabouts;
  readonly reply: Promise<Reply>;
  readonly resolve: (reply: Reply) => void;
  readonly reject: (reason: unknown) => void;
}

/** The calls that wait for a reply, each under its key. */
export class WaitingCalls {
  readonly #entries = new Map<string, Entry>();

  /** Those that are not sent yet, in the order in which they came. */
  unsent(): readonly WaitingCall[] {
    return this.those(isUnsent);
  }

  /** Those that are in one of those places, in the order in which they came. */
  those(isThere: (where: Whereabouts) => boolean): readonly WaitingCall[] {
    return [...this.#entries.values()].filter(({ where }) => isThere(where));
  }

  hasUnsent(): boolean {
    for (const { where } of this.#entries.values()) if (isUnsent(where)) return true;
    return false;
  }

  /** The reply to a request; of one that waits already, the same. */
  wait(key: string, request: ModelRequest): Promise<Reply> {
    const known = this.#entries.get(key);
    if (known) return known.reply;
    let settle: Pick<Entry, 'resolve' | 'reject'> = { resolve: () => {}, reject: () => {} };
    const reply = new Promise<Reply>((resolve, reject) => {
      settle = { resolve, reject };
    });
    this.#entries.set(key, { key, request, where: 'unsent', reply, ...settle });
    return reply;
  }

  /** The reply that the call of this key waits for. */
  replyTo(key: string): Promise<Reply> | undefined {
    return this.#entries.get(key)?.reply;
  }

  /** The call of this key, if it waits in that place. */
  find(key: string, isThere: (where: Whereabouts) => boolean): WaitingCall | undefined {
    const entry = this.#entries.get(key);
    return entry && isThere(entry.where) ? entry : undefined;
  }

  move(calls: readonly WaitingCall[], where: Whereabouts): void {
    for (const { key } of calls) {
      const entry = this.#entries.get(key);
      if (entry) entry.where = where;
    }
  }

  answer(key: string, reply: Reply): void {
    this.#entries.get(key)?.resolve(reply);
    this.#entries.delete(key);
  }

  fail(key: string, reason: unknown): void {
    this.#entries.get(key)?.reject(reason);
    this.#entries.delete(key);
  }

  /** Fails every call that is in one of those places. */
  failThose(isThere: (where: Whereabouts) => boolean, reason: unknown): void {
    for (const { key, where } of [...this.#entries.values()]) if (isThere(where)) this.fail(key, reason);
  }
}

function isUnsent(where: Whereabouts): boolean {
  return where === 'unsent';
}

export function isSending(where: Whereabouts): boolean {
  return where === 'sending';
}

export function isInNoBatch(where: Whereabouts): boolean {
  return isUnsent(where) || isSending(where);
}

/** Whether a call is in the batch of this id. */
export function inBatch(id: string): (where: Whereabouts) => boolean {
  return (where) => typeof where === 'object' && where.batch === id;
}
