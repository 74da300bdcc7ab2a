import { groupBy } from '#model/data/collections.js';
import { clip } from '../text/clip.js';
import { count, plural } from '../text/numbers.js';
import { wrap } from '../text/wrap.js';

const mostReasons = 3;
const reasonWidth = 300;
const textWidth = 96;

/** Why a conversation is missing, failed or ungraded, in words. */
export interface Mishap {
  /** The index of the conversation, from 0. */
  readonly index: number;
  readonly reason: string;
  /** The judge's reply, if that is the reason. */
  readonly judge_reply?: string | undefined;
}

/** Renders why conversations are missing, failed or ungraded: the most frequent reason first, with its first conversation. */
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

/** Renders the judge's reply in the first conversation. */
function replyOf([first]: readonly Mishap[]): string {
  return first?.judge_reply === undefined ? '' : `: ${clip(judgeReplyText(first.judge_reply), reasonWidth)}`;
}

/** Renders the number of the first conversation, from 1, and how many others there are. */
function whichOf([first, ...others]: readonly Mishap[]): string {
  if (!first) return '';
  return ` (conversation ${first.index + 1}${others.length > 0 ? ` and ${count(others.length)} more` : ''})`;
}

/** Renders a judge's reply: `the judge wrote: "SCORE=5 …"`, or that it was empty. */
function judgeReplyText(reply: string): string {
  return reply === '' ? 'the judge wrote nothing' : `the judge wrote: "${reply}"`;
}
