import { groupBy } from '#model/data/collections.js';
import { clip } from '../text/clip.js';
import { count, plural } from '../text/numbers.js';
import { wrap } from '../text/wrap.js';

const mostReasons = 3;
const reasonWidth = 300;
const textWidth = 96;

/** Why a conversation does not count as it should, in words. */
export interface Mishap {
  /** Number of the conversation, from 0. */
  readonly index: number;
  readonly reason: string;
  /** The judge's reply, if that is the reason. */
  readonly judge_reply?: string | undefined;
}

/** Why conversations do not count as they should, the most frequent reasons first, and the first conversation of each. */
export function reasonLines(mishaps: readonly Mishap[]): readonly string[] {
  const reasons = [...groupBy(mishaps, ({ reason }) => reason)].sort(([, a], [, b]) => b.length - a.length);
  const more = reasons.length - mostReasons;
  return [
    ...reasons
      .slice(0, mostReasons)
      .flatMap(([reason, own]) => item(clip(reason, reasonWidth) + whichOf(own) + replyOf(own))),
    ...(more > 0 ? item(`and ${plural(more, 'more reason')}`) : []),
  ];
}

function item(text: string): string[] {
  return wrap(text, textWidth).map((line, i) => `${i === 0 ? '  - ' : '    '}${line}`);
}

/** The judge's reply in the first of them. */
function replyOf([first]: readonly Mishap[]): string {
  return first?.judge_reply === undefined ? '' : `: ${clip(judgeReplyText(first.judge_reply), reasonWidth)}`;
}

/** Counted from 1, as reports do. */
function whichOf([first, ...others]: readonly Mishap[]): string {
  if (!first) return '';
  return ` (conversation ${first.index + 1}${others.length > 0 ? ` and ${count(others.length)} more` : ''})`;
}

/** `the judge wrote: "SCORE=5 …"`, or that it wrote nothing. */
function judgeReplyText(reply: string): string {
  return reply === '' ? 'the judge wrote nothing' : `the judge wrote: "${reply}"`;
}
