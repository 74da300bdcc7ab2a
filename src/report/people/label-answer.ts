import type { LabelVerdict } from '#model/people/label.js';
import type { AnswerView, RubricView } from '#view/people/answer-view.js';
import { sentTexts } from '../run/result/sent-messages.js';
import { turnParts } from '../run/turns/turn-parts.js';
import { clip } from '../text/clip.js';
import { count } from '../text/numbers.js';
import type { Screen } from '../text/paint.js';
import { shortened, wrap } from '../text/wrap.js';
import { referenceText } from './labels-csv.js';
import { levelText, rubricTitle } from './rubric-text.js';

/** An answer to label, with its place in the sample. */
export interface ShownAnswer {
  readonly answer: AnswerView;
  /** Its number among the answers to label, from 1. */
  readonly number: number;
  readonly of: number;
  /** The number of answers that this person has labelled. */
  readonly labelled: number;
  /** The label that the answer has already; null if it has none. */
  readonly given: { readonly verdict: LabelVerdict; readonly note: string } | null;
}

/** The lines of the rubrics that follow each answer; `r` shows all. */
const rubricLines = 3;

/** Renders an answer with what it answers and the beginning of its rubrics. All texts from outside are escaped. */
export function labelAnswer({ answer, number, of, labelled, given }: ShownAnswer, screen: Screen): string {
  const { width, paint } = screen;
  const place = `${count(number)} of ${count(of)} · ${given === null ? `${count(labelled)} labelled` : `labelled ${given.verdict}`}`;
  const rubric = answer.rubrics.map(rubricTitle).join(' · ').replace(/\s+/g, ' ').trim();
  const label = 'Rubric ';
  const lines = [
    '',
    ` ${paint.bold(clip(titleOf(answer), Math.max(8, width - place.length - 4)))} · ${place}`,
    ...answerLines(answer, screen),
    '',
    ...shortened(rubric, width - label.length - 2, rubricLines).map(
      (line, at) => ` ${at === 0 ? paint.bold(label) : ' '.repeat(label.length)}${line}`,
    ),
    ...(given === null || given.note === '' ? [] : [` ${paint.bold('Note')}   ${clip(given.note, width - 9)}`]),
  ];
  return `${lines.join('\n')}\n`;
}

/** Renders the rubrics of an answer with the meaning of each score. */
export function wholeRubrics({ rubrics }: AnswerView, screen: Screen): string {
  const linesOf = ({ name, text, levels }: RubricView) => [
    ...sectionLines(name ? `Rubric ${name.raw}` : 'Rubric', text.raw, screen),
    ...levels.flatMap((level) => wrap(levelText(level), screen.width - 5).map((line) => `     ${line}`)),
  ];
  return `${rubrics.flatMap(linesOf).join('\n')}\n`;
}

function titleOf({ case: name, item, draw }: AnswerView): string {
  return item === null
    ? `${name.raw} · trial ${draw + 1}`
    : `${name.raw} · ${item.raw}${draw > 0 ? ` · draw ${draw + 1}` : ''}`;
}

function answerLines(answer: AnswerView, screen: Screen): readonly string[] {
  const section = (title: string, text: string) => sectionLines(title, text, screen);
  const { inputs, turns, rubrics, isConversation, extracted } = answer;
  const shown = inputs.filter(({ value }) => value.raw.trim() !== '');
  const [first] = turns;
  const asked = shown.length === 0 && first && !isConversation ? sentTexts(first) : [];
  return [
    ...shown.flatMap(({ name, value }) => section(shown.length > 1 ? `Input ${name.raw}` : 'Input', value.raw)),
    ...asked.flatMap((text) => section('Input', text)),
    ...rubrics.flatMap(({ name, reference }) =>
      reference === null ? [] : section(name ? `Reference of ${name.raw}` : 'Reference', referenceText(reference)),
    ),
    ...turns.flatMap((turn) => [
      ...(isConversation ? section('User', turn.message.raw) : []),
      ...turnParts(turn).flatMap((part) =>
        part.part === 'reply'
          ? section('Answer', turn.response.raw)
          : section(part.label.slice(0, 1).toUpperCase() + part.label.slice(1), part.text),
      ),
    ]),
    ...(extracted ? section('The rubric is about this part of the answer', extracted.raw) : []),
  ];
}

/** Returns an empty line, a title and a text below it. */
function sectionLines(title: string, text: string, { width, paint }: Screen): readonly string[] {
  const lines = text.trim() === '' ? ['(empty)'] : wrap(text.trimEnd(), width - 3);
  return ['', ` ${paint.bold(clip(title, width - 2))}`, ...lines.map((line) => `   ${line}`.trimEnd())];
}
