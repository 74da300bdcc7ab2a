import type { ModelRequest, Reply } from '#model/exchange.js';
import type { NoReply } from './failure.js';

/**
 * What an attempt came to: its reply; `unpaid`, it cost nothing; `lost`, it may have been paid for and brings no reply; `pending`, it
 * may have been paid for, and a later process of the run will find its reply.
 */
export type Outcome = Reply | 'unpaid' | 'lost' | 'pending';

/** What was set aside for some requests of a batch. */
export interface Reservation {
  /** How many of the first requests never may go, and why. */
  readonly refused: number;
  readonly refusal: NoReply | null;
  /** For each of those behind them that may go: what is to be told its outcome, once. */
  readonly settles: readonly ((outcome: Outcome) => void)[];
}

/** Decides which requests may go in batches, at the price that they have there. */
export interface BatchAdmission {
  /**
   * Sets aside what these requests may cost: all of them if there is room, else none as long as anything is in hand, else as many as there
   * is room for, in their order.
   */
  reserve(requests: readonly ModelRequest[]): Reservation;
  /** Sets aside what a request may cost that was submitted before, whether or not there is room. */
  hold(request: ModelRequest): (outcome: Outcome) => void;
  /** Resolves once nothing is in hand. Throws the reason of `stop`. */
  idle(stop: AbortSignal): Promise<void>;
}

/** Decides whether a model may be asked: what bounds the attempts of a run, all providers together. */
export interface Admission {
  /**
   * Resolves once the attempt may be made, with what is to be told its outcome, once. Throws `NoReply` (final) where it may not, and
   * the reason of `stop` if that is aborted while it waits.
   */
  admit(request: ModelRequest, stop: AbortSignal): Promise<(outcome: Outcome) => void>;
  readonly batch: BatchAdmission;
}
