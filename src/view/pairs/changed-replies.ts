import type { Case } from '#model/case.js';
import type { Body } from '#model/prompt.js';
import type { Score } from '#model/run/score.js';
import type { Trial } from '#model/run/trial.js';
import { inputsOf, replyOf } from '../case-view.js';
import type { NamedText, Reply, Text } from '../view.js';
import { text } from '../view.js';
import { type WordChanges, wordChanges } from './word-changes.js';

/** How the pairs are chosen that are shown. `changed`: those that got better or worse. */
export type ItemsWord = 'worse' | 'better' | 'changed';

/** The answers of both sides to one item or trial. */
export interface ReplyPair {
  readonly case: Text;
  /** The inputs of the item, or of all trials of the case. */
  readonly inputs: readonly NamedText[];
  /** `better` and `worse`: B against A. */
  readonly change: 'better' | 'worse';
  readonly a: Reply;
  readonly b: Reply;
  /** The words that differ; null if nothing is marked. */
  readonly words: WordChanges | null;
}

/** A graded trial of one side, and the body that it was asked with. */
export interface SideTrial {
  readonly trial: Trial;
  readonly scores: readonly Score[];
  readonly body: Body;
}

/** Returns the answers of both sides to one item with the words that differ. */
export async function replyPair(
  testCase: Case,
  { a, b }: { readonly a: SideTrial; readonly b: SideTrial },
  change: ReplyPair['change'],
): Promise<ReplyPair> {
  const [replyOfA, replyOfB] = [a, b].map((side) => replyOf(side.trial, side.scores, testCase, side.body)) as [
    Reply,
    Reply,
  ];
  const own = replyOfB.item?.inputs ?? replyOfA.item?.inputs ?? [];
  return {
    case: text(testCase.name),
    inputs: own.length > 0 ? own : inputsOf(testCase.subject),
    change,
    a: replyOfA,
    b: replyOfB,
    words: await wordChanges(answerText(replyOfA), answerText(replyOfB)),
  };
}

/** Returns the answer of a side as one text: the response with its tool calls, or each turn of a conversation. */
export function answerText({ turns, conversation }: Reply): string {
  return turns
    .map(({ message, response, calls = [] }) =>
      [
        ...(conversation ? [`user: ${message.raw}`, `reply: ${response.raw}`] : [response.raw]),
        ...calls.map(({ name, arguments: given }) => `call: ${name.raw} ${given.raw}`),
      ]
        .filter((part) => part !== '')
        .join('\n'),
    )
    .join('\n')
    .trimEnd();
}
