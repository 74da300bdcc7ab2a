import type { RubricSpec } from '#model/case.js';
import { type Asking, askForVerdict } from '#question/ask.js';
import { scoreVerdict } from '#question/verdict.js';
import { judgePrompt } from './judge-prompt.js';

/** One response of one trial, with what it answers. */
export interface Candidate {
  readonly case: string;
  readonly trial: number;
  readonly userMessage: string;
  readonly response: string;
}

/** What the votes come to. `votes` are those that were asked for until the judgement was settled. */
export type Judgement =
  | { readonly score: number; readonly reason: string; readonly votes: readonly number[] }
  | { readonly score: null; readonly reason: string; readonly votes: readonly (number | null)[] };

interface Vote {
  readonly value: number;
  readonly reason: string;
}

/**
 * Asks the judge `votes` times and takes the median. One vote that stays unreadable leaves the whole ungraded: dropping it
 * would let a response choose which votes count. Throws `NoReply` if a reply could not be had.
 */
export async function askJudge(candidate: Candidate, rubric: RubricSpec, deps: Asking): Promise<Judgement> {
  const votes: Vote[] = [];
  for (let index = 0; index < rubric.judge.votes; index++) {
    const reading = await askForVerdict(questionOf(candidate, rubric, index), deps);
    if ('unreadable' in reading) {
      return { score: null, reason: reading.unreadable, votes: [...votes.map(({ value }) => value), null] };
    }
    votes.push(reading);
  }
  return medianOf(votes);
}

function questionOf({ response, userMessage, ...rest }: Candidate, { text, judge }: RubricSpec, vote: number) {
  const question = { rubric: text, userMessage, response, scale: judge.scale };
  return {
    ...rest,
    role: 'judge',
    vote,
    settings: judge,
    kind: scoreVerdict(judge.scale),
    compose: (form: 'tool' | 'text', nonce: string) => judgePrompt(question, form, nonce),
    shown: [response, userMessage],
  } as const;
}

/** The lower middle where the number of votes is even, so that a tie never raises a score. */
function medianOf(votes: readonly Vote[]): Judgement {
  const ordered = [...votes].sort((a, b) => a.value - b.value);
  const middle = ordered[Math.floor((ordered.length - 1) / 2)];
  if (!middle) throw new Error('a rubric without votes was planned');
  return { score: middle.value, reason: middle.reason, votes: votes.map(({ value }) => value) };
}
