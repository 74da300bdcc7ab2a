import type { TrialPlace } from '#decide/watch-case.js';
import type { Case, Subject } from '#model/case.js';
import type { CaseResult } from '#model/run/run.js';
import type { Sample } from '#model/run/sample.js';
import type { GradedTrial } from '../collecting/collect-trial.js';

/** A case and its trials. */
export interface Followed {
  readonly testCase: Case;
  readonly sample: Sample;
}

/** Returns the item of a trial, and whether it is the last of its unit. */
export function placeOf({ origin, endsUnit }: Sample, index: number): TrialPlace {
  return { origin: origin(index), endsUnit: endsUnit(index) };
}

/** Hands out the trials of a case, and receives them in any order when they end. */
export interface Follower extends Followed {
  /** Returns the index of the next trial to collect; null if no trial can be collected now. */
  next(): number | null;
  /** Returns true if `next` gave nothing only because another run must go on first. Absent for a run alone. */
  isHeld?(): boolean;
  /** Receives a finished trial. It receives a missing trial twice if the trial is retried. */
  take(graded: GradedTrial): void;
  /** Queues a missing trial for a retry. Returns false if it cannot change the result. */
  askAgain(index: number): boolean;
  /** Returns true once no further trial will be handed out. */
  isClosed(): boolean;
  /** Returns true once the running trials cannot change the result, unless a missing one is retried. Always false for a shard. */
  isDone(): boolean;
  /** Returns true once no trial can change the result. Always false for a shard. */
  isSettled(): boolean;
  /** Returns false once the trials that have finished in order show that the case cannot pass. */
  canPass(): boolean;
  /** Returns the same as `canPass`, from all finished trials. Takes time proportional to the number of trials: call it once, at the end. */
  couldPass(): boolean;
  /** Returns true if a finished trial counts against the case. Takes as long as `couldPass`. */
  hasRedTrial(): boolean;
  /** Returns the greatest number of trials to collect; a retried trial counts once. */
  planned(): number;
  /** Returns the result. Call it once the case is done. */
  result(): CaseResult;
}

/** A trial to collect. */
export interface Job {
  readonly follower: Follower;
  readonly trial: number;
}

/** Returns a filter for followers of cases of these kinds. */
export function isOfKind(...kinds: readonly Subject['kind'][]): (follower: Follower) => boolean {
  return ({ testCase }) => kinds.includes(testCase.subject.kind);
}
