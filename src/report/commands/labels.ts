import type { LabelVerdict } from '#model/people/label.js';
import { csvRecord } from '../formats/csv.js';
import { callText, sentTexts, turnParts } from '../run/turn-parts.js';
import { count, plural } from '../text/numbers.js';
import { type Screen, usableWidth } from '../text/screen.js';
import { clip, shortened, wrap } from '../text/visible.js';
import type { AnswerView, RubricView } from '../view/answer-view.js';
import type { NamedText, Text } from '../view/text.js';

interface ShownAnswer {
  readonly answer: AnswerView;
  /** Its number among the answers to label, from 1. */
  readonly number: number;
  readonly of: number;
  readonly labelled: number;
  readonly given: { readonly verdict: LabelVerdict; readonly note: string } | null;
}

/** The lines of the rubrics that follow each answer; `r` shows all. */
const rubricLines = 3;

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

function sectionLines(title: string, text: string, { width, paint }: Screen): readonly string[] {
  const lines = text.trim() === '' ? ['(empty)'] : wrap(text.trimEnd(), width - 3);
  return ['', ` ${paint.bold(clip(title, width - 2))}`, ...lines.map((line) => `   ${line}`.trimEnd())];
}

interface LabelledCounts {
  readonly case: string;
  readonly run_id: string;
  readonly rater: string;
  /** The label of each answer that needs one; null for those without. */
  readonly given: readonly (LabelVerdict | null)[];
  readonly failed: number;
  /** The judge's decision about each answer, in the same order; null if it gave none. Shown only if all answers have a label. */
  readonly judged: readonly (boolean | null)[];
  readonly continues: string | null;
}

/** Renders the labels of one person, and beside them the judge if all answers have a label. Before that, the judge would influence the person. */
export function labelSummary(counts: LabelledCounts, screen: Screen): string {
  const { given, failed, rater, case: name, continues } = counts;
  const all = given.length;
  const labelled = given.filter((one) => one !== null).length;
  const lines = [
    `${name}: ${count(labelled)} of ${plural(all, 'answer')} labelled by ${rater}${failed > 0 ? `; ${count(failed)} more without a usable answer count as failed` : ''}`,
    ...(continues === null ? [verdictCounts(given), judgeText(counts)] : [`continue with: ${continues}`]),
  ];
  return lines
    .flatMap((line) => wrap(line, usableWidth(screen) - 1).map((part, at) => `${at === 0 ? ' ' : '   '}${part}\n`))
    .join('');
}

function verdictCounts(given: LabelledCounts['given']): string {
  const number = (verdict: LabelVerdict) => count(given.filter((one) => one === verdict).length);
  return `pass ${number('pass')} · fail ${number('fail')} · skipped ${number('skipped')}`;
}

function judgeText({ given, judged }: LabelledCounts): string {
  const pairs = given.flatMap((verdict, at) => {
    const judge = judged[at] ?? null;
    return judge === null || verdict === null || verdict === 'skipped' ? [] : [{ person: verdict === 'pass', judge }];
  });
  const kind = pairs.filter(({ person, judge }) => judge && !person).length;
  const strict = pairs.filter(({ person, judge }) => !judge && person).length;
  const agrees = pairs.length - kind - strict;
  return `the judge agrees on ${count(agrees)} of ${count(pairs.length)}: passes ${count(kind)} that you fail, fails ${count(strict)} that you pass`;
}

/** The columns of a file of labels. People fill `verdict` and `note`. */
const labelColumns = [
  'run',
  'case',
  'item',
  'draw',
  'input',
  'reference',
  'rubric',
  'response',
  'verdict',
  'note',
  'answer',
] as const;

export interface CsvAnswer {
  readonly answer: AnswerView;
  readonly run_id: string;
  readonly id: string;
  readonly verdict: string;
  readonly note: string;
}

/** The maximum length of a cell. Spreadsheets cut cells of more than 32,767 characters. */
const longestCell = 32_000;

/** Marks a file as UTF-8 for spreadsheets. */
const byteOrderMark = '\ufeff';

/** Renders answers to label as CSV, one record each, with a header. Cells that spreadsheets would compute get a `'`. */
export function* labelCsvLines(answers: Iterable<CsvAnswer>): Generator<string> {
  yield `${byteOrderMark}${csvRecord(labelColumns)}`;
  for (const one of answers) yield csvRecord(cellsOf(one).map(clipped));
}

function cellsOf({ answer, run_id, id, verdict, note }: CsvAnswer): readonly string[] {
  return [
    run_id,
    answer.case.raw,
    answer.item?.raw ?? '',
    String(answer.draw),
    inputText(answer),
    answer.rubrics.flatMap(({ reference }) => (reference === null ? [] : [referenceText(reference)])).join('\n\n'),
    answer.rubrics.map((rubric) => [rubricTitle(rubric), ...rubric.levels.map(levelText)].join('\n')).join('\n\n'),
    responseText(answer),
    verdict,
    note,
    id,
  ];
}

function clipped(text: string): string {
  if (text.length <= longestCell) return text;
  return `${text.slice(0, longestCell).replace(/[\uD800-\uDBFF]$/, '')}… (shortened: ${text.length} characters)`;
}

function referenceText(reference: Text | 'gone'): string {
  return reference === 'gone' ? '(unknown: the data set has changed since the run)' : reference.raw;
}

/** Returns the inputs, each with its name if there are several; without any the messages that were sent. */
function inputText({ inputs, turns, isConversation }: AnswerView): string {
  const shown = inputs.filter(({ value }) => value.raw.trim() !== '');
  const [only, ...others] = shown;
  if (only && others.length === 0) return only.value.raw;
  if (only) return shown.map(({ name, value }) => `${name.raw}: ${value.raw}`).join('\n');
  const [turn] = turns;
  return turn && !isConversation ? sentTexts(turn).join('\n') : '';
}

function responseText({ turns, isConversation }: AnswerView): string {
  return turns
    .map(({ message, response, calls = [] }) => {
      const own = [response.raw, ...calls.map((call) => `call: ${callText(call)}`)].join('\n');
      return isConversation ? `user: ${message.raw}\nreply: ${own}` : own;
    })
    .join('\n');
}

function rubricTitle({ name, text }: RubricView): string {
  return name ? `${name.raw}: ${text.raw}` : text.raw;
}

function levelText({ name, value }: NamedText): string {
  return `${name.raw}: ${value.raw}`;
}
