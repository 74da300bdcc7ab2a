import { oneLine } from '#model/text/quoted.js';
import { count, plural } from '../text/numbers.js';
import type { Screen } from '../text/screen.js';
import { asCalled } from '../text/screen.js';
import { clip, displayWidth, markedLine, shortened, wrap } from '../text/visible.js';
import { missed } from '../view/reply-groups.js';
import type { CaseView, FindingView, Miss, Reply, ReplySpan, TurnView } from '../view/view.js';
import { findingLabel, findingText, joinedFindings } from './claim-words.js';
import { labelled, roomBesideLabel, separator } from './heading.js';
import { endText, lastMessage, type TurnPart, turnParts } from './turn-parts.js';

const mostFindings = 4;

/** The maximum number of inputs with one line each. More share a line. */
const mostInputs = 2;

const linesOfFinding = 2;

const turnsAtStart = 1;

const turnsAtEnd = 2;

const mostListed = 3;

export function exampleInputLines(caseView: CaseView, screen: Screen): string[] {
  const { inputs, kind } = caseView;
  if (kind === 'trigger') return [];
  const room = roomBesideLabel(screen);
  const asked = lastMessage(caseView);
  if (asked) return labelled('user', [clip(oneLine(asked.raw), room)], screen);
  const texts = inputs.map(
    ({ name, value }) => (inputs.length > 1 ? `${oneLine(name.raw)}: ` : '') + oneLine(value.raw),
  );
  if (inputs.length <= mostInputs) return texts.flatMap((text) => labelled('input', [clip(text, room)], screen));
  return labelled('input', [clip(sharing(texts, room).join(separator), room)], screen);
}

/** Truncates the longest texts so that all texts fit beside each other. */
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

export function exampleLines(reply: Reply, misses: readonly Miss[], screen: Screen): string[] {
  const findings = missed(reply);
  const marked = findings.find(({ span, excerpt }) => span ?? excerpt?.mark);
  const rest = joinedFindings(findings.filter((finding) => !misses.some((miss) => isExplained(finding, miss))));
  return [
    ...(reply.conversation ? conversationLines(reply, marked, screen) : replyLines(reply, marked, screen)),
    ...(reply.extracted && !marked?.span
      ? labelled('extract', [clip(oneLine(reply.extracted.raw), roomBesideLabel(screen))], screen)
      : []),
    ...rest.slice(0, mostFindings).flatMap((finding) => findingLines(finding, screen)),
    ...(rest.length > mostFindings ? labelled('', [`${count(rest.length - mostFindings)} more`], screen) : []),
  ];
}

export function isExplained(finding: FindingView, miss: Miss): boolean {
  const { mark, reason, scores } = miss;
  const isSame = (['kind', 'expectation', 'check', 'rubric'] as const).every((key) => miss[key] === finding[key]);
  if (finding.value !== undefined || finding.judge_reply !== undefined) return false;
  return isSame && mark === finding.mark && reason?.raw === finding.reason.raw && scores === null;
}

function findingLines(finding: FindingView, screen: Screen): string[] {
  const room = roomBesideLabel(screen);
  const { judge_reply: reply } = finding;
  return [
    ...labelled(findingLabel(finding), shortened(fittingText(finding, room), room, linesOfFinding), screen),
    ...(reply === undefined
      ? []
      : labelled('wrote', [reply.raw === '' ? 'nothing' : clip(oneLine(reply.raw), room)], screen)),
  ];
}

const narrowestAbout = 20;

/** Returns the text of a finding. A long name takes only what its reason leaves of the lines. */
function fittingText(finding: FindingView, room: number): string {
  const whole = findingText(finding);
  const isRoomy = (text: string) => wrap(oneLine(text), room).length <= linesOfFinding;
  if (isRoomy(whole)) return whole;
  const left = linesOfFinding * room - displayWidth(oneLine(finding.reason.raw)) - Math.floor(room / 4);
  const widths = [left, Math.floor(room / 2), narrowestAbout].filter((width) => width >= narrowestAbout);
  const texts = widths.map((width) => findingText(finding, width));
  return texts.find(isRoomy) ?? texts.at(-1) ?? whole;
}

function replyLines(reply: Reply, marked: FindingView | undefined, screen: Screen): string[] {
  const [turn] = reply.turns;
  if (turn) return answerLines(turn, marked?.span, screen);
  const { excerpt } = marked ?? {};
  if (excerpt) return markedLines('reply', excerpt.text.raw, excerpt.mark, screen);
  return reply.is_cut
    ? labelled('reply', [`(its text is in trials.jsonl: ${asCalled('eva report', screen)} shows it)`], screen)
    : [];
}

/** Renders the decisive line of a response with `~` under the decisive part; without one, the beginning of the response. */
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
      if (isShown(index)) return turnLines(turn, marked?.span?.turn === index ? marked.span : undefined, screen);
      return index === turnsAtStart ? labelled('', [screen.paint.dim(`… ${plural(hidden, 'turn')} …`)], screen) : [];
    }),
    ...(unanswered ? labelled('user', [clip(oneLine(unanswered.raw), roomBesideLabel(screen))], screen) : []),
    ...labelled('ended', [screen.paint.dim(clip(endText(reply), roomBesideLabel(screen)))], screen),
  ];
}

function turnLines(turn: TurnView, span: ReplySpan | undefined, screen: Screen): string[] {
  const { message } = turn;
  return [
    ...labelled('user', [clip(oneLine(message.raw), roomBesideLabel(screen))], screen),
    ...answerLines(turn, span, screen),
  ];
}

function answerLines(turn: TurnView, span: ReplySpan | undefined, screen: Screen): string[] {
  const parts = turnParts(turn);
  return parts.flatMap((part) =>
    part.part === 'reply'
      ? responseLines(part.label, turn.response.raw, span, screen)
      : listedLines(part, parts, screen),
  );
}

/** Renders a step or a call in one line, if it is among the first ones of its turn. The next one says how many are left out. */
function listedLines(part: Exclude<TurnPart, { part: 'reply' }>, parts: readonly TurnPart[], screen: Screen): string[] {
  const same = parts.filter((other) => other.part === part.part);
  const at = same.indexOf(part);
  if (at < mostListed) return labelled(part.label, [clip(oneLine(part.text), roomBesideLabel(screen))], screen);
  const more = `… ${plural(same.length - mostListed, `more ${part.part}`)}`;
  return at === mostListed ? labelled('', [screen.paint.dim(more)], screen) : [];
}
