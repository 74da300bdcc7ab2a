import type { Case, Subject } from '#model/case.js';
import type { CaseResult } from '#model/run.js';
import type { GradedTrial } from '../collecting/collect-trial.js';

/** Hands out the trials of a case that are to be collected, and takes them back in whatever order they end. */
export interface Follower {
  readonly one: Case;
  /** The index of the next trial to ask for; null if none is wanted now. */
  next(): number | null;
  /** Takes a trial back: each once, and once more if it was missing and asked for again. */
  take(graded: GradedTrial): void;
  /** Has a trial that is missing handed out once more. False if nothing depends on it. */
  askAgain(index: number): boolean;
  /** True once no further trial will be handed out. */
  isClosed(): boolean;
  /** True once what is still in hand changes nothing of what the case comes to, missing trials aside. Never where nothing is decided. */
  isDone(): boolean;
  /** True once not even a trial that is missing could change anything. */
  isSettled(): boolean;
  /** False once it is seen that the case cannot pass any more, by the trials that are back in order. */
  canPass(): boolean;
  /** As `canPass`, by all trials that are back, at a cost that grows with the case: for when no other comes. */
  couldPass(): boolean;
  /** Whether any trial that is back speaks against the case by itself, at such a cost too. */
  hasRedTrial(): boolean;
  /** Trials that will be asked for at most, by what is known now, each counted once. */
  planned(): number;
  /** Once the case is done. */
  result(): CaseResult;
}

/** One trial of a case that is to be collected. */
export interface Job {
  readonly follower: Follower;
  readonly trial: number;
}

/** What followers of cases of this kind are. */
export function isOfKind(...kinds: readonly Subject['kind'][]): (follower: Follower) => boolean {
  return ({ one }) => kinds.includes(one.subject.kind);
}
