import type { CaseFollower } from './follow-case.js';

/** One trial of a case that is to be collected. */
export interface Job {
  readonly follower: CaseFollower;
  readonly trial: number;
}

/** Gives the next trial of the first case that wants one; undefined if none does now. */
export function trialQueue(followers: readonly CaseFollower[]): () => Job | undefined {
  const open = new Set(followers);
  return () => {
    for (const follower of open) {
      const trial = follower.next();
      if (trial !== null) return { follower, trial };
      if (follower.isClosed()) open.delete(follower);
    }
    return undefined;
  };
}
