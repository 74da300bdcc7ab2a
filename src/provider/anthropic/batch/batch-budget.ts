import type { BatchAdmission, Outcome } from '../../admission.js';
import { outcomeOf } from '../../with-admission.js';
import type { WaitingCall, WaitingCalls } from './waiting-calls.js';

type Settle = (outcome: Outcome) => void;

/**
 * Sets the budget aside for whole batches. As long as not all calls fit, it waits until nothing is in hand, and then lets in as many as
 * fit: a budget that frees a call at a time would make a batch, and a day, of each.
 */
export class BatchBudget {
  readonly #admission: BatchAdmission | undefined;
  readonly #calls: WaitingCalls;
  readonly #signal: AbortSignal;
  /** What was set aside for calls that wait. */
  readonly #held = new Map<string, Settle>();

  /** Where nothing bounds a run there is no `admission`. A call that is given up because of `signal` goes on at the provider. */
  constructor(admission: BatchAdmission | undefined, calls: WaitingCalls, signal: AbortSignal) {
    this.#admission = admission;
    this.#calls = calls;
    this.#signal = signal;
  }

  /**
   * The calls among those not sent that may go now, in their order; none if it had to wait, for calls may have come meanwhile. Calls that may
   * never go fail with `NoReply`. Throws the reason of `stop`.
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

  /** Sets aside what calls cost that the provider has already, whether or not there is room for them. */
  holdSubmitted(calls: readonly WaitingCall[]): void {
    for (const call of calls) {
      const isNew = this.#admission && !this.#held.has(call.key);
      if (isNew) this.#hold(call, this.#admission.hold(call.request));
    }
  }

  /** Lets go of calls that the provider did not have, or could not answer. */
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
