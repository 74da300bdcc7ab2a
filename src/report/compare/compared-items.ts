import { oneLine } from '#model/text/quoted.js';
import { findingLabel, findingText } from '../run/claim-words.js';
import { labelled, paintedMark, roomBesideLabel } from '../run/heading.js';
import { count, plural } from '../text/numbers.js';
import {
  type Colour,
  type Paint,
  type PaintedSpan,
  painted,
  resultWidth,
  type Screen,
  spanWidth,
} from '../text/screen.js';
import { type Cell, clip, displayWidth, shortened, toCells, widthOf, wrap } from '../text/visible.js';
import { answerText, type ItemsWord, type MarkedPiece, type ReplyPair } from '../view/changed-pairs.js';
import { missed } from '../view/reply-groups.js';
import type { Reply } from '../view/view.js';

export interface ItemsShown {
  readonly word: ItemsWord;
  /** The number of chosen pairs, of which the first ones are shown unless `full`. */
  readonly total: number;
  readonly labels: { readonly a: string; readonly b: string };
  readonly full: boolean;
}

const mostShownPairs = 20;

/** From this width both answers are side by side, in columns. */
const leastForColumns = 100;

const indent = 5;

const between = ' │ ';

/** The maximum number of lines of an input, an answer and a finding, unless all of them are shown. */
const mostLines = { input: 3, answer: 10, finding: 2 } as const;

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

function shownAnswer(
  pair: ReplyPair,
  side: 'a' | 'b',
  { full, room }: { readonly full: boolean; readonly room: number },
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

interface AnswerLine {
  readonly text: string;
  readonly width: number;
  readonly is_changed: boolean;
}

/** How one side marks its words, also without colours: `[-old-]`, `{+new+}`. */
const marks = {
  a: { open: '[-', close: '-]', colour: 'red' },
  b: { open: '{+', close: '+}', colour: 'green' },
} as const satisfies Record<string, { open: string; close: string; colour: keyof Paint }>;

/** A range of a text with marked words, in UTF-16 units. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** Escapes an answer and wraps it between words to lines of at most `width` columns. Its changed words are marked. */
export function answerLines(
  pieces: readonly MarkedPiece[],
  side: 'a' | 'b',
  width: number,
  paint: Paint,
): readonly AnswerLine[] {
  const { open, close, colour } = marks[side];
  const ranges: Range[] = [];
  let whole = '';
  for (const { raw, is_changed } of pieces) {
    const start = whole.length;
    whole += is_changed ? open + raw + close : raw;
    if (is_changed) ranges.push({ start, end: whole.length });
  }
  return linesOf(whole).flatMap(({ line, start }) =>
    wrapped(toCells(line), width).map((cells) => lineOf(cells, start, ranges, paint[colour])),
  );
}

function linesOf(whole: string): readonly { readonly line: string; readonly start: number }[] {
  const ends = [...whole.matchAll(/\r?\n/g)];
  const starts = [0, ...ends.map(({ index, 0: end }) => index + end.length)];
  return starts.map((start, i) => ({ line: whole.slice(start, ends[i]?.index), start }));
}

function wrapped(cells: readonly Cell[], width: number): readonly (readonly Cell[])[] {
  const lines: (readonly Cell[])[] = [];
  let line: Cell[] = [];
  let taken = 0;
  for (const cell of cells) {
    if (taken + cell.width > width && line.length > 0) {
      const rest = beginningOf(line, cell, width);
      lines.push(line.slice(0, line.length - rest.length));
      line = [...rest];
      taken = widthOf(rest);
      if (cell.text === ' ') continue;
    }
    line.push(cell);
    taken += cell.width;
  }
  return [...lines, line];
}

/** Returns the beginning of the word that `next` continues; empty if the word does not fit into a line. */
function beginningOf(line: readonly Cell[], next: Cell, width: number): readonly Cell[] {
  const space = line.findLastIndex(({ text }) => text === ' ');
  const word = line.slice(space + 1);
  return next.text === ' ' || space === -1 || widthOf(word) + next.width > width ? [] : word;
}

function lineOf(cells: readonly Cell[], offset: number, ranges: readonly Range[], colour: Colour): AnswerLine {
  const isMarked = (cell: Cell) =>
    ranges.some(({ start, end }) => offset + cell.start < end && offset + cell.end > start);
  const spans: { text: string; colour?: Colour }[] = [];
  let last: boolean | undefined;
  for (const cell of cells) {
    const marked = isMarked(cell);
    const span = spans.at(-1);
    if (span && marked === last) span.text += cell.text;
    else spans.push({ text: cell.text, ...(marked && { colour }) });
    last = marked;
  }
  const trimmed = trimmedEnd(spans);
  return { text: painted(trimmed), width: spanWidth(trimmed), is_changed: cells.some(isMarked) };
}

function trimmedEnd(spans: readonly PaintedSpan[]): readonly PaintedSpan[] {
  const last = spans.at(-1);
  return last ? [...spans.slice(0, -1), { ...last, text: last.text.trimEnd() }] : [];
}

/** Replaces unchanged lines far from a change by `…`, and cuts after `most` lines. */
function shortenedLines(lines: readonly AnswerLine[], most: number): readonly AnswerLine[] {
  if (lines.length <= most) return lines;
  const hasChange = lines.some(({ is_changed }) => is_changed);
  const isNear = (at: number) =>
    at === 0 || !hasChange || lines.slice(Math.max(0, at - 1), at + 2).some(({ is_changed }) => is_changed);
  const kept: AnswerLine[] = [];
  const gap: AnswerLine = { text: '…', width: 1, is_changed: false };
  for (const [at, line] of lines.entries()) {
    if (isNear(at)) kept.push(line);
    else if (kept.at(-1) !== gap) kept.push(gap);
  }
  return kept.length <= most ? kept : [...kept.slice(0, most - 1), gap];
}
