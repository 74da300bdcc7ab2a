import type { BehaviorJudge } from '#model/case.js';
import type { Finding } from '#model/run/score.js';
import type { Judgement } from './judge.js';

/** Returns the finding of a judgement, which holds from the score `holdsFrom` on. It has the votes if there are several. */
export function judgeFinding(about: string, judgement: Judgement, judge: BehaviorJudge, holdsFrom: number): Finding {
  const { score, reason, votes } = judgement;
  const several = judge.votes > 1 && { votes };
  if (score === null) {
    const why = `ungraded: two replies of the judge held no verdict; the last: ${reason}`;
    return { about, holds: null, reason: why, judge_reply: judgement.reply, ...several };
  }
  return { about, holds: score >= holdsFrom, reason, score, ...several };
}
