import { oneLine } from '#model/text/quoted.js';
import { missed } from '#view/groups.js';
import type { CaseView, FindingView, Miss, Reply, ReplySpan, TurnView } from '#view/view.js';
import { clip, displayWidth } from '../../text/clip.js';
import { markedLine } from '../../text/marked-line.js';
import { plural } from '../../text/numbers.js';
import { resultWidth, type Screen } from '../../text/paint.js';
import { shortened } from '../../text/shortened.js';
import { visible } from '../../text/visible.js';
import { findingLabel, findingText } from './finding-words.js';
import { separator } from './parts.js';

const indent = 5;
const labelWidth = 8;
const mostFindings = 4;
/** More of them share a line. */
const mostInputs = 2;
const linesOfFinding = 2;
/** Turns of a conversation that are shown: the first and the last ones. */
const turnsAtStart = 1;
const turnsAtEnd = 2;

/** A label with lines beside it; the first line gets the label. */
export function labelled(label: string, lines: readonly string[], { paint }: Screen): string[] {
  return lines.map((line, i) =>
    `${' '.repeat(indent)}${paint.dim((i === 0 ? label : '').padEnd(labelWidth))}${line}`.trimEnd(),
  );
}

/** Columns beside a label. */
export function roomBesideLabel(screen: Screen): number {
  return resultWidth(screen) - indent - labelWidth;
}

/** What the case gives to every trial, one line each. */
export function inputLines({ inputs, kind }: CaseView, screen: Screen): string[] {
  if (kind === 'trigger') return [];
  const room = roomBesideLabel(screen);
  const texts = inputs.map(
    ({ name, value }) => (inputs.length > 1 ? `${oneLine(name.raw)}: ` : '') + oneLine(value.raw),
  );
  if (inputs.length <= mostInputs) return texts.flatMap((text) => labelled('input', [clip(text, room)], screen));
  return labelled('input', [clip(sharing(texts, room).join(separator), room)], screen);
}

/** Cuts the longest texts so that all of them fit beside each other; short ones stay whole. */
function sharing(texts: readonly string[], room: number): readonly string[] {
  const byLength = texts.map(displayWidth).sort((a, b) => a - b);
  let left = room - separator.length * (texts.length - 1);
  let widest = 0;
  for (const [index, width] of byLength.entries()) {
    widest = Math.max(8, Math.floor(left / (texts.length - index)));
    if (width > widest) break;
    left -= width;
  }
  return texts.map((text) => clip(text, widest));
}

/** One reply in short: its text around what decided, and what was found. Leaves out findings whose reason `told` already has. */
export function exampleLines(reply: Reply, told: readonly Miss[], screen: Screen): string[] {
  const findings = missed(reply);
  const marked = findings.find(({ span, excerpt }) => span ?? excerpt?.mark);
  const rest = findings.filter((finding) => !told.some((miss) => isTold(finding, miss)));
  return [
    ...(reply.conversation ? conversationLines(reply, marked, screen) : replyLines(reply, marked, screen)),
    ...rest.slice(0, mostFindings).flatMap((finding) => findingLines(finding, screen)),
    ...(rest.length > mostFindings ? labelled('', [plural(rest.length - mostFindings, 'more')], screen) : []),
  ];
}

/** True if a list of misses has said what a finding says. */
function isTold(finding: FindingView, { kind, expectation, check, mark, reason, scores }: Miss): boolean {
  const isSame = kind === finding.kind && expectation === finding.expectation && check === finding.check;
  if (finding.value !== undefined || finding.judge_reply !== undefined) return false;
  return isSame && mark === finding.mark && reason?.raw === finding.reason.raw && scores === null;
}

function findingLines(finding: FindingView, screen: Screen): string[] {
  const room = roomBesideLabel(screen);
  const { judge_reply: reply } = finding;
  return [
    ...labelled(
      findingLabel(finding),
      shortened(findingText(finding, Math.max(24, Math.floor(room / 2))), room, linesOfFinding),
      screen,
    ),
    ...(reply === undefined ? [] : labelled('wrote', [judgeReply(reply.raw, room)], screen)),
  ];
}

function judgeReply(raw: string, room: number): string {
  return raw === '' ? 'nothing' : clip(oneLine(raw), room);
}

function replyLines(reply: Reply, marked: FindingView | undefined, screen: Screen): string[] {
  const [turn] = reply.turns;
  if (turn) return responseLines('reply', turn.response.raw, marked?.span, screen);
  const { excerpt } = marked ?? {};
  if (excerpt) return markedLines('reply', excerpt.text.raw, excerpt.mark, screen);
  return reply.is_cut ? labelled('reply', ['(its text is in trials.jsonl: eva report shows it)'], screen) : [];
}

/** The line of a response that decided, with `~` under the part that did; without one, its beginning. */
function responseLines(label: string, response: string, span: ReplySpan | undefined, screen: Screen): string[] {
  if (response.trim() === '') return labelled(label, ['(empty)'], screen);
  if (!span) return labelled(label, [clip(oneLine(response), roomBesideLabel(screen))], screen);
  const start = response.lastIndexOf('\n', span.start - 1) + 1;
  const newline = response.indexOf('\n', span.start);
  const line = response.slice(start, newline === -1 ? undefined : newline);
  return markedLines(label, line, { start: span.start - start, end: span.end - start }, screen);
}

function markedLines(
  label: string,
  line: string,
  mark: { readonly start: number; readonly end: number } | undefined,
  screen: Screen,
): string[] {
  const { source, carets } = markedLine(line, mark, roomBesideLabel(screen));
  const below = carets === '' ? [] : [screen.paint.red(carets.replaceAll('^', '~'))];
  return labelled(label, [source, ...below], screen);
}

function conversationLines(reply: Reply, marked: FindingView | undefined, screen: Screen): string[] {
  const hidden = reply.turns.length - turnsAtStart - turnsAtEnd;
  const isShown = (index: number) => hidden <= 1 || index < turnsAtStart || index >= reply.turns.length - turnsAtEnd;
  const unanswered = reply.conversation?.unanswered;
  return [
    ...reply.turns.flatMap((turn, index) => {
      if (isShown(index)) return turnLines(turn, spanIn(index, marked), screen);
      return index === turnsAtStart ? labelled('', [screen.paint.dim(`… ${plural(hidden, 'turn')} …`)], screen) : [];
    }),
    ...(unanswered ? labelled('user', [clip(oneLine(unanswered.raw), roomBesideLabel(screen))], screen) : []),
    ...labelled('ended', [screen.paint.dim(clip(endText(reply), roomBesideLabel(screen)))], screen),
  ];
}

function spanIn(turn: number, marked: FindingView | undefined): ReplySpan | undefined {
  return marked?.span?.turn === turn ? marked.span : undefined;
}

function turnLines({ message, response }: TurnView, span: ReplySpan | undefined, screen: Screen): string[] {
  return [
    ...labelled('user', [clip(oneLine(message.raw), roomBesideLabel(screen))], screen),
    ...responseLines('reply', response.raw, span, screen),
  ];
}

/** How a conversation ended: `the user gave up after 9 turns`. */
export function endText({ conversation, turns, unusable }: Reply): string {
  const after = `after ${plural(turns.length, 'turn')}`;
  switch (conversation?.ended) {
    case 'goal_met':
      return `the user was done ${after}`;
    case 'gave_up':
      return `the user gave up ${after}`;
    case 'max_turns':
      return `${after}, the most that there may be`;
    default:
      return unusable ? `broken off ${after}: ${visible(oneLine(unusable.raw))}` : after;
  }
}
