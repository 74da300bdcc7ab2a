import type { Case, Subject } from '#model/case.js';
import type { CaseResult } from '#model/run/run.js';
import type { GradedTrial } from '../collecting/collect-trial.js';

/** Hands out the trials of a case, and takes them back in whatever order they end. */
export interface Follower {
  readonly one: Case;
  /** Returns the index of the next trial to ask for; null if there is none now. */
  next(): number | null;
  /** Takes a trial back. A missing trial comes back a second time if it was asked for again. */
  take(graded: GradedTrial): void;
  /** Hands out a missing trial once more. Returns false if nothing depends on it. */
  askAgain(index: number): boolean;
  /** Returns true once no further trial will be handed out. */
  isClosed(): boolean;
  /** Returns true once the trials in hand cannot change the result, unless one that was missing comes back. Always false for a shard. */
  isDone(): boolean;
  /** Returns true once no trial can change the result. Always false for a shard. */
  isSettled(): boolean;
  /** Returns false once the trials that are back in order show that the case cannot pass. */
  canPass(): boolean;
  /** Does the same by all trials that are back. Takes time proportional to the trials: call it once, when no other trial comes. */
  couldPass(): boolean;
  /** Returns whether any trial that is back counts against the case. Takes as long as `couldPass`. */
  hasRedTrial(): boolean;
  /** Returns how many trials will be asked for at most, each counted once. */
  planned(): number;
  /** Returns the result. To be called once the case is done. */
  result(): CaseResult;
}

/** One trial of a case that is to be collected. */
export interface Job {
  readonly follower: Follower;
  readonly trial: number;
}

/** Returns a test for followers of cases of these kinds. */
export function isOfKind(...kinds: readonly Subject['kind'][]): (follower: Follower) => boolean {
  return ({ one }) => kinds.includes(one.subject.kind);
}
