import type { ModelRequest, ReadMedia, Reply } from '#model/reply/exchange.js';
import { type BatchAdmission, type CallOutcome, outcomeOfCall } from '../wrappers/limits.js';

export interface WaitingCall {
  readonly key: string;
  readonly request: ModelRequest;
  /** Reads the files of the request; present if it has files. */
  readonly readFile?: ReadMedia | undefined;
}

/** The state of a call: not sent yet, being sent, or in the batch of this id. */
type CallState = 'unsent' | 'sending' | { readonly batch: string };

interface Entry extends WaitingCall {
  where: CallState;
  readonly reply: Promise<Reply>;
  readonly resolve: (reply: Reply) => void;
  readonly reject: (reason: unknown) => void;
}

export class WaitingCalls {
  readonly #entries = new Map<string, Entry>();

  /** Returns the calls that are not sent yet, in the order in which they came. */
  unsent(): readonly WaitingCall[] {
    return this.inState(isUnsent);
  }

  /** Returns the calls in the given state, in the order in which they came. */
  inState(isThere: (where: CallState) => boolean): readonly WaitingCall[] {
    return [...this.#entries.values()].filter(({ where }) => isThere(where));
  }

  hasUnsent(): boolean {
    for (const { where } of this.#entries.values()) if (isUnsent(where)) return true;
    return false;
  }

  /** Returns a promise of the reply. A key that waits already gets the same promise. */
  wait(call: WaitingCall): Promise<Reply> {
    const { key } = call;
    const known = this.#entries.get(key);
    if (known) return known.reply;
    let settle: Pick<Entry, 'resolve' | 'reject'> = { resolve: () => {}, reject: () => {} };
    const reply = new Promise<Reply>((resolve, reject) => {
      settle = { resolve, reject };
    });
    this.#entries.set(key, { ...call, where: 'unsent', reply, ...settle });
    return reply;
  }

  /** Returns the promise of the reply that the call of this key waits for. */
  replyTo(key: string): Promise<Reply> | undefined {
    return this.#entries.get(key)?.reply;
  }

  /** Returns the call of this key if it is in the given state. */
  find(key: string, isThere: (where: CallState) => boolean): WaitingCall | undefined {
    const entry = this.#entries.get(key);
    return entry && isThere(entry.where) ? entry : undefined;
  }

  move(calls: readonly WaitingCall[], where: CallState): void {
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

  failIn(isThere: (where: CallState) => boolean, reason: unknown): void {
    for (const { key, where } of [...this.#entries.values()]) if (isThere(where)) this.fail(key, reason);
  }
}

function isUnsent(where: CallState): boolean {
  return where === 'unsent';
}

export function isSending(where: CallState): boolean {
  return where === 'sending';
}

export function isInNoBatch(where: CallState): boolean {
  return isUnsent(where) || isSending(where);
}

/** Returns a test for calls that are in the batch of this id. */
export function inBatch(id: string): (where: CallState) => boolean {
  return (where) => typeof where === 'object' && where.batch === id;
}

type Settle = (outcome: CallOutcome) => void;

/**
 * Reserves the budget for whole batches. If not all calls fit, it waits until no call is unfinished and then admits as many as fit.
 * Admitting calls one by one would send each in a batch of its own, and a batch can take a day.
 */
export class BatchBudget {
  readonly #admission: BatchAdmission | undefined;
  readonly #calls: WaitingCalls;
  readonly #signal: AbortSignal;
  readonly #held = new Map<string, Settle>();

  /** `admission` is undefined without a budget. A call that `signal` aborts continues at the provider. */
  constructor(admission: BatchAdmission | undefined, calls: WaitingCalls, signal: AbortSignal) {
    this.#admission = admission;
    this.#calls = calls;
    this.#signal = signal;
  }

  /**
   * Returns the unsent calls that the budget admits now, in order; none if it had to wait, since more calls may have arrived. Fails
   * calls with `NoReply` that it can never admit. Throws the reason of `stop`.
   */
  async admit(stop: AbortSignal): Promise<readonly WaitingCall[]> {
    const unsent = this.#calls.unsent();
    if (!this.#admission || unsent.length === 0) return unsent;
    const isHeld = ({ key }: WaitingCall) => this.#held.has(key);
    const asked = unsent.filter((call) => !isHeld(call));
    const { refused, refusal, settles } = this.#admission.reserve(asked.map(({ request }) => request));
    for (const { key } of asked.slice(0, refused)) this.#calls.fail(key, refusal);
    for (const [index, settle] of settles.entries()) this.#hold(asked[refused + index], settle);
    const admitted = unsent.filter(isHeld);
    if (admitted.length === 0 && refused === 0) await this.#admission.idle(stop);
    return admitted;
  }

  /** Reserves the cost of calls that the provider has already, even beyond the budget. */
  holdSubmitted(calls: readonly WaitingCall[]): void {
    for (const call of calls) {
      const isNew = this.#admission && !this.#held.has(call.key);
      if (isNew) this.#hold(call, this.#admission.hold(call.request));
    }
  }

  /** Releases the reservations of calls that the provider did not have or could not answer. */
  release(calls: readonly WaitingCall[]): void {
    for (const { key } of calls) {
      this.#held.get(key)?.('unpaid');
      this.#held.delete(key);
    }
  }

  #hold(call: WaitingCall | undefined, settle: Settle): void {
    const reply = call && this.#calls.replyTo(call.key);
    if (!call || !reply) {
      settle('unpaid');
      return;
    }
    this.#held.set(call.key, settle);
    const end = (outcome: CallOutcome) => {
      if (this.#held.get(call.key) !== settle) return;
      this.#held.delete(call.key);
      settle(outcome);
    };
    reply.then(end, (error: unknown) => end(outcomeOfCall(error, this.#signal, 'pending')));
  }
}
