import { type ReplyPair, replyPair } from '#report/view/changed-pairs.js';
import { madeCase } from './made-case.js';

/** Makes a pair whose answer got worse: the replies, and the case that asked for them. */
export async function madePair(a: string, b: string, name = 'tickets'): Promise<ReplyPair> {
  const { testCase, result } = madeCase({
    ...{ name, line: 3, n: 2, inputs: { message: a } },
    ...{ check: { op: 'contains', value: 'x' }, changes: { stop_early: false } },
    trial: (index) => ({ reply: index === 0 ? a : b, holds: index === 0, reason: index === 0 ? '' : b }),
  });
  const side = (index: number) => {
    const trial = result.trials[index];
    if (!trial) throw new Error('the case has two trials');
    return { trial, scores: result.scores.filter((score) => score.trial === index), body: '<task/>' };
  };
  return replyPair(testCase, { a: side(0), b: side(1) }, 'worse');
}
