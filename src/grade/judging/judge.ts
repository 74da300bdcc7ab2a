import type { BehaviorJudge } from '#model/case/settings.js';
import type { Finding } from '#model/run/score.js';
import { type Asking, askForVerdict } from '#provider/question/ask.js';
import type { QuestionParts } from '#provider/question/data.js';
import { scoreVerdict, type VerdictForm } from '#provider/question/verdict.js';

export interface JudgeQuestion {
  readonly case: string;
  readonly trial: number;
  readonly judge: BehaviorJudge;
  readonly compose: (form: VerdictForm, nonce: string) => QuestionParts;
  /** The untrusted texts in the question. A verdict that occurs in one of them is not the judge's. */
  readonly shown: readonly string[];
}

/** The result of all votes of a judge. `votes` ends at the first vote that could not be read. */
type Judgement =
  | { readonly score: number; readonly reason: string; readonly votes: readonly number[] }
  | {
      readonly score: null;
      readonly reason: string;
      readonly votes: readonly (number | null)[];
      /** The judge's last reply, shortened. */
      readonly reply: string;
    };

interface Vote {
  readonly value: number;
  readonly reason: string;
}

/**
 * Asks the judge `votes` times and takes the median. One vote that stays unreadable makes the trial ungraded: if it were dropped,
 * a response could choose which votes count. Throws `NoReply` if the judge gave no reply.
 */
export async function askJudge({ judge, ...question }: JudgeQuestion, deps: Asking): Promise<Judgement> {
  const votes: Vote[] = [];
  for (let vote = 0; vote < judge.votes; vote++) {
    const asked = { ...question, role: 'judge', vote, settings: judge, kind: scoreVerdict(judge.scale) } as const;
    const reading = await askForVerdict(asked, deps);
    if ('unreadable' in reading) {
      const { unreadable: reason, reply } = reading;
      return { score: null, reason, reply, votes: [...votes.map(({ value }) => value), null] };
    }
    votes.push(reading);
  }
  return medianOf(votes);
}

/** Returns the median vote. For an even number of votes it is the lower of the middle two, so that a tie never raises a score. */
function medianOf(votes: readonly Vote[]): Judgement {
  const ordered = [...votes].sort((a, b) => a.value - b.value);
  const middle = ordered[Math.floor((ordered.length - 1) / 2)];
  if (!middle) throw new Error('a judge without votes was planned');
  return { score: middle.value, reason: middle.reason, votes: votes.map(({ value }) => value) };
}

/** Returns the finding of a judgement. It holds if the score is at least `holdsFrom`. It includes the votes if there are several. */
export function judgeFinding(about: string, judgement: Judgement, judge: BehaviorJudge, holdsFrom: number): Finding {
  const { score, reason, votes } = judgement;
  const several = judge.votes > 1 && { votes };
  if (score === null) {
    const why = `ungraded: ${reason}`;
    return { about, holds: null, reason: why, judge_reply: judgement.reply, ...several };
  }
  return { about, holds: score >= holdsFrom, reason, score, ...several };
}
