import type { RaterVerdict } from '#model/people/calibration.js';
import { oneLine } from '#model/text/quoted.js';
import type { AnswerView } from '#view/people/answer-view.js';
import type { FindingView } from '#view/view.js';
import { findingText } from '../run/result/claim-words.js';
import { labelled, roomBesideLabel } from '../run/result/label.js';
import { clip } from '../text/clip.js';
import { plural } from '../text/numbers.js';
import { resultWidth, type Screen } from '../text/paint.js';
import { wrap } from '../text/wrap.js';

/** An answer that the judge passes and people fail, or the other way round. */
export interface Disagreement {
  readonly judge: 'pass' | 'fail';
  readonly people: 'pass' | 'fail';
  readonly raters: readonly RaterVerdict[];
  readonly answer: AnswerView;
  /** The judge's decisions on it. */
  readonly findings: readonly FindingView[];
}

/** The maximum number of answers that are shown unless all are asked for. */
const most = 20;

/** Renders the answers on which judge and people differ: input, reply, the words of the judge, and the notes of people. Long texts are cut unless `full`. */
export function disagreementsText(
  all: readonly Disagreement[],
  { full, command }: { readonly full: boolean; readonly command: string },
  screen: Screen,
): string {
  if (all.length === 0) return '\n judge and people agree on every answer that both decided\n';
  const shown = full ? all : all.slice(0, most);
  const lines = shown.flatMap((one) => ['', ...blockLines(one, full, screen)]);
  const rest = all.length - shown.length;
  return `${[...lines, ...(rest > 0 ? ['', ` … ${plural(rest, 'more answer')}: ${command}`] : [])].join('\n')}\n`;
}

function blockLines(one: Disagreement, full: boolean, screen: Screen): string[] {
  const { answer, raters, findings, judge, people } = one;
  const words = `people ${people} it, the judge ${judge === 'pass' ? 'passes' : 'fails'} it`;
  const title = [answer.case.raw, placeText(answer), words].map(oneLine).join(' · ');
  const texts = (label: string, raw: string) => labelled(label, textLines(raw, full, roomBesideLabel(screen)), screen);
  return [
    ` ${screen.paint.bold(clip(title, resultWidth(screen) - 1))}`,
    ...answer.inputs.flatMap(({ name, value }) =>
      texts(answer.inputs.length > 1 ? clip(oneLine(name.raw), 7) : 'input', value.raw),
    ),
    ...answer.rubrics.flatMap(({ reference }) =>
      reference === null || reference === 'gone' ? [] : texts('expects', reference.raw),
    ),
    ...answer.turns.flatMap(({ message, response }) => [
      ...(answer.isConversation ? texts('user', message.raw) : []),
      ...texts('reply', response.raw),
    ]),
    ...findings.flatMap((finding) => texts('judge', findingText(finding))),
    ...raters.flatMap(({ rater, verdict, note }) =>
      texts(clip(oneLine(rater), 7), note === undefined ? verdict : `${verdict}: ${note}`),
    ),
  ];
}

function placeText({ item, draw }: AnswerView): string {
  if (item === null) return `trial ${draw + 1}`;
  return draw > 0 ? `${item.raw} · draw ${draw + 1}` : item.raw;
}

function textLines(raw: string, full: boolean, room: number): readonly string[] {
  if (raw.trim() === '') return ['(empty)'];
  return full ? wrap(raw.trimEnd(), room) : [clip(oneLine(raw), room)];
}
