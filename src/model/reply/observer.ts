import type { RunEvent } from '../run/notice.js';
import type { Score } from '../run/score.js';
import type { Trial } from '../run/trial.js';
import type { Call, StoredReply } from './exchange.js';

/** How a call ended: with its reply, which may come from a store, or with an error. */
export type CallEnd = { readonly stored: StoredReply } | { readonly error: unknown };

/** Follows a run in more detail than its events, for traces. */
export interface RunObserver {
  /** Called before a reply is looked up. The returned function is called when the call has ended. */
  readonly onCall: (call: Call) => (end: CallEnd) => void;
  /** Called with each trial and its scores. */
  readonly onTrial: (trial: Trial, scores: readonly Score[]) => void;
  readonly onEvent: (event: RunEvent) => void;
  /** Called once, after everything else. `error` is set if an error ended the run. */
  readonly onEnd: (end: {
    readonly state: 'with_result' | 'interrupted' | 'with_error';
    readonly error?: unknown;
  }) => void;
}
