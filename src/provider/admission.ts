import type { ModelRequest, Reply } from '#model/reply/exchange.js';
import type { NoReply } from './failure.js';

/**
 * What an attempt came to: its reply; `unpaid`, it cost nothing; `lost`, it may have been paid for and brings no reply; `pending`, it
 * may have been paid for, and a later process of the run will find its reply.
 */
export type Outcome = Reply | 'unpaid' | 'lost' | 'pending';

/** The part of a budget that is reserved for some requests of a batch. */
export interface Reservation {
  /** How many of the first requests can never go, and why. */
  readonly refused: number;
  readonly refusal: NoReply | null;
  /** One function for each of the next requests, which may go: to be called once with the outcome. */
  readonly settles: readonly ((outcome: Outcome) => void)[];
}

/** Decides which requests may go in batches, at the price that they have there. */
export interface BatchAdmission {
  /**
   * Reserves what these requests may cost: for all of them if there is room; else for none while any call is unfinished; else for
   * as many of the first as there is room for.
   */
  reserve(requests: readonly ModelRequest[]): Reservation;
  /** Reserves what an already submitted request may cost, whether or not there is room. */
  hold(request: ModelRequest): (outcome: Outcome) => void;
  /** Resolves once no call is unfinished. Throws the reason of `stop`. */
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
