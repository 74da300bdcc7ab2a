import type { ModelRequest, Reply } from '#model/exchange.js';

/** Decides whether a model may be asked: what bounds the calls of a run, all providers together. */
export interface Admission {
  /**
   * Resolves once the call may be made, with what is to be told its reply, or null if none came. Throws `NoReply` (final) where it may
   * not, and the reason of `stop` if that is aborted while it waits.
   */
  admit(request: ModelRequest, stop: AbortSignal): Promise<(reply: Reply | null) => void>;
}
