import { type BatchAdmission, type Outcome, outcomeOf } from '../limits/admission.js';
import type { WaitingCall, WaitingCalls } from './waiting-calls.js';

type Settle = (outcome: Outcome) => void;

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
    const end = (outcome: Outcome) => {
      if (this.#held.get(call.key) !== settle) return;
      this.#held.delete(call.key);
      settle(outcome);
    };
    reply.then(end, (error: unknown) => end(outcomeOf(error, { signal: this.#signal }, 'pending')));
  }
}
