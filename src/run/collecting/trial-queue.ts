import type { Follower, Job } from '../following/follower.js';

/** Gives the next trial of the first case that wants one; undefined if none does now. */
export function trialQueue(followers: readonly Follower[]): () => Job | undefined {
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
