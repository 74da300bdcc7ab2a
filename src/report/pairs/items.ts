import { oneLine } from '#model/text/quoted.js';
import { missed } from '#view/groups.js';
import { answerText, type ItemsWord, type ReplyPair } from '#view/pairs/changed-replies.js';
import type { Reply } from '#view/view.js';
import { paintedMark } from '../run/mark.js';
import { findingLabel, findingText } from '../run/result/claim-words.js';
import { labelled, roomBesideLabel } from '../run/result/label.js';
import { clip, displayWidth } from '../text/clip.js';
import { count, plural } from '../text/numbers.js';
import { resultWidth, type Screen } from '../text/paint.js';
import { shortened, wrap } from '../text/wrap.js';
import { type AnswerLine, answerLines, shortenedLines } from './marked-answer.js';

/** What is shown of the changed pairs: which, how many there are, the names of the sides, and whether nothing is cut. */
export interface ItemsShown {
  readonly word: ItemsWord;
  /** The number of chosen pairs, of which the first ones are shown unless `full`. */
  readonly total: number;
  readonly labels: { readonly a: string; readonly b: string };
  readonly full: boolean;
}

/** The maximum number of pairs that are shown unless all of them are. */
const mostShownPairs = 20;

/** From this width both answers are side by side, in columns. */
const leastForColumns = 100;
const indent = 5;
const between = ' │ ';
/** The maximum number of lines of an input, an answer and a finding, unless all of them are shown. */
const mostLines = { input: 3, answer: 10, finding: 2 } as const;

/** Renders pairs of answers piece by piece, the words that differ marked: `[-old-]` in A and `{+new+}` in B. */
export async function* itemsPieces(
  pairs: AsyncIterable<ReplyPair> | Iterable<ReplyPair>,
  shown: ItemsShown,
  screen: Screen,
): AsyncGenerator<string> {
  const { total, word, full } = shown;
  const words = word === 'changed' ? 'changed' : `got ${word}`;
  yield `\n ${screen.paint.bold(total === 0 ? `no pair ${words}` : `${plural(total, 'pair')} ${words}`)}\n`;
  let number = 0;
  for await (const pair of pairs) {
    if (!full && number >= mostShownPairs) break;
    number += 1;
    yield `\n${pairLines(pair, shown, screen).join('\n')}\n`;
  }
  if (number < total && !full) yield `\n ${count(total - number)} more: --full\n`;
}

function pairLines(pair: ReplyPair, shown: ItemsShown, screen: Screen): string[] {
  const width = resultWidth(screen);
  const mark = paintedMark(pair.change === 'worse' ? 'failed' : 'passed', screen);
  const isWide = width >= leastForColumns;
  return [
    ` ${mark} ${screen.paint.bold(clip(titleText(pair, shown.word), width - 3))}`,
    ...pair.inputs.flatMap(({ name, value }) => {
      const text = pair.inputs.length > 1 || name.raw === 'message' ? `${name.raw}: ${value.raw}` : value.raw;
      return labelled('input', textLines(text, shown.full, screen), screen);
    }),
    ...expectedLines(pair, screen),
    ...(isWide ? besideLines(pair, shown, screen) : belowLines(pair, shown, screen)),
  ];
}

/** Renders the case and the item: `tickets · t-0412 · language nl · answer 2`; without a data set the number of the trial. */
function titleText({ case: name, a, b, change }: ReplyPair, word: ItemsWord): string {
  const item = b.item ?? a.item;
  const parts = item
    ? [
        item.id.raw,
        ...item.slices.map((slice) => `${slice.name.raw} ${slice.value.raw}`),
        ...(item.draw > 0 ? [`answer ${item.draw + 1}`] : []),
      ]
    : [`trial ${b.trial + 1}`];
  return [name.raw, ...parts, ...(word === 'changed' ? [change] : [])].map(oneLine).join(' · ');
}

function expectedLines({ b }: ReplyPair, screen: Screen): string[] {
  const item = b.item;
  const expected = item?.expected ?? item?.classes[0]?.expected;
  return expected ? labelled('expects', [clip(oneLine(expected.raw), roomBesideLabel(screen))], screen) : [];
}

function belowLines(pair: ReplyPair, { full }: ItemsShown, screen: Screen): string[] {
  const room = roomBesideLabel(screen);
  return (['a', 'b'] as const).flatMap((side) => {
    const answer = shownAnswer(pair, side, { full, room }, screen).map(({ text }) => text);
    const mark = paintedMark(pair[side].outcome, { ...screen });
    const [first = '', ...others] = answer;
    const letter = `${' '.repeat(indent)}${mark} ${screen.paint.bold(side.toUpperCase())}     ${first}`.trimEnd();
    return [
      letter,
      ...labelled('', others, screen),
      ...missed(pair[side]).flatMap((finding) =>
        labelled(findingLabel(finding), findingLines(findingText(finding), full, room), screen),
      ),
    ];
  });
}

function besideLines(pair: ReplyPair, { labels, full }: ItemsShown, screen: Screen): string[] {
  const room = Math.floor((resultWidth(screen) - indent - between.length) / 2);
  const [a = [], b = []] = (['a', 'b'] as const).map((side): readonly AnswerLine[] => {
    const reply = pair[side];
    const findings = missed(reply).flatMap((finding) =>
      findingLines(`${findingLabel(finding)}: ${findingText(finding)}`, full, room),
    );
    const title = clip(`${side.toUpperCase()} ${oneLine(labels[side])}`, room - 2);
    return [
      plainLine(`${title} ${paintedMark(reply.outcome, screen)}`, title, 2),
      ...shownAnswer(pair, side, { full, room }, screen),
      ...findings.map((line) => plainLine(screen.paint.dim(line), line)),
    ];
  });
  return Array.from({ length: Math.max(a.length, b.length) }, (_, i) => {
    const left = a[i] ?? { text: '', width: 0 };
    const line = `${' '.repeat(indent)}${left.text}${' '.repeat(Math.max(0, room - left.width))}${between}`;
    return `${line}${b[i]?.text ?? ''}`.trimEnd();
  });
}

/** Returns a line whose width is that of a text without colours. */
function plainLine(text: string, plain: string, more = 0): AnswerLine {
  return { text, width: displayWidth(plain) + more, is_changed: false };
}

interface AnswerRoom {
  readonly full: boolean;
  readonly room: number;
}

function shownAnswer(
  pair: ReplyPair,
  side: 'a' | 'b',
  { full, room }: AnswerRoom,
  { paint }: Screen,
): readonly AnswerLine[] {
  const reply = pair[side];
  const raw = answerText(reply);
  if (raw.trim() === '') return [plainLine(paint.dim(emptyText(reply)), emptyText(reply))].map(fitting(room));
  const pieces = pair.words?.[side] ?? [{ raw, is_changed: false }];
  const lines = answerLines(pieces, side, room, paint);
  return full ? lines : shortenedLines(lines, mostLines.answer);
}

function fitting(room: number): (line: AnswerLine) => AnswerLine {
  return (line) => (line.width <= room ? line : { ...line, text: clip(line.text, room), width: room });
}

function emptyText({ is_cut, outcome }: Reply): string {
  if (is_cut) return '(its text is gone: trials.jsonl was deleted)';
  return outcome === 'missing' ? '(no reply)' : '(empty)';
}

function findingLines(text: string, full: boolean, room: number): string[] {
  return full ? wrap(text, room) : shortened(oneLine(text), room, mostLines.finding);
}

function textLines(raw: string, full: boolean, screen: Screen): string[] {
  if (raw.trim() === '') return ['(empty)'];
  const room = roomBesideLabel(screen);
  return full ? wrap(raw.trimEnd(), room) : shortened(oneLine(raw), room, mostLines.input);
}
