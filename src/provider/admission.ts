import type { ModelRequest, Reply } from '#model/exchange.js';

/**
 * What an attempt came to: its reply; `unpaid`, it cost nothing; `lost`, it may have been paid for and brings no reply; `pending`, it
 * may have been paid for, and a later process of the run will find its reply.
 */
export type Outcome = Reply | 'unpaid' | 'lost' | 'pending';

/** Decides whether a model may be asked: what bounds the attempts of a run, all providers together. */
export interface Admission {
  /**
   * Resolves once the attempt may be made, with what is to be told its outcome, once. Throws `NoReply` (final) where it may not, and
   * the reason of `stop` if that is aborted while it waits.
   */
  admit(request: ModelRequest, stop: AbortSignal): Promise<(outcome: Outcome) => void>;
}
