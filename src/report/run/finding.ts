import type { RubricSpec } from '#model/case.js';
import type { Excerpt } from '#model/run/score.js';
import { markedLine } from '../text/marked-line.js';
import { type Screen, usableWidth } from '../text/paint.js';
import { shortened } from '../text/shortened.js';
import { visible } from '../text/visible.js';
import { wrap } from '../text/wrap.js';
import { markOf } from './mark.js';
import { isRubric, rubricText } from './rubric-score.js';
import { scoredText, votesText } from './scored-text.js';
import type { ToldFinding } from './troubles.js';

const mostLines = 12;
const mostReplyLines = 6;

/** A finding that does not hold: what was expected, why it is not so, and the part of the response that decided it. */
export function findingLines(finding: ToldFinding, rubric: RubricSpec | undefined, screen: Screen): string[] {
  return [
    ...titleLines(finding, rubric, screen),
    ...reasonLines(finding.reason, screen),
    ...replyLines(finding, screen),
    ...(finding.excerpt ? excerptLines(finding.excerpt, screen) : []),
  ];
}

function titleLines(finding: ToldFinding, rubric: RubricSpec | undefined, screen: Screen): string[] {
  const title = isRubric(finding) ? rubricText([finding], rubric) + votesText(finding) : behaviorText(finding);
  const mark = markOf(finding.holds === null ? null : false, screen);
  return wrap(visible(title), usableWidth(screen) - 6).map((line, i) => `    ${i === 0 ? mark : ' '} ${line}`);
}

function behaviorText(finding: ToldFinding): string {
  return finding.best === undefined ? finding.about : scoredText(finding.about, [finding]) + votesText(finding);
}

/** The reason, indented, bounded: a program's last words may be long. */
export function reasonLines(reason: string, screen: Screen): string[] {
  if (reason === '') return [];
  const lines = wrap(reason, usableWidth(screen) - 8);
  const more = lines.length - mostLines;
  const shown = more > 0 ? [...lines.slice(0, mostLines), `… ${more} more lines`] : lines;
  return shown.map((line) => `        ${line}`.trimEnd());
}

/** The reply of a judge that could not be read. */
function replyLines({ judge_reply: reply }: ToldFinding, screen: Screen): string[] {
  if (reply === undefined) return [];
  return shortened(judgeReplyText(reply), usableWidth(screen) - 8, mostReplyLines).map((line) => `        ${line}`);
}

/** `the judge wrote: "SCORE=5 …"`, or that it wrote nothing. */
export function judgeReplyText(reply: string): string {
  return reply === '' ? 'the judge wrote nothing' : `the judge wrote: "${reply}"`;
}

function excerptLines({ text, line, mark }: Excerpt, screen: Screen): string[] {
  const { paint } = screen;
  const label = `        ${visible(String(line)).padStart(3)} |`;
  const gutter = `${' '.repeat(label.length - 1)}|`;
  const { source, carets } = markedLine(text, mark, usableWidth(screen) - label.length - 1);
  const below = carets === '' ? [] : [`${paint.dim(gutter)} ${paint.red(carets)}`];
  return [`${paint.dim(label)} ${source}`.trimEnd(), ...below];
}
