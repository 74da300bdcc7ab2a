import type { LabelVerdict } from '#model/people/label.js';
import type { AnswerView, RubricView } from '#view/people/answer-view.js';
import { sentTexts } from '../run/result/sent-messages.js';
import { turnParts } from '../run/turns/turn-parts.js';
import { clip, displayWidth } from '../text/clip.js';
import { count } from '../text/numbers.js';
import type { Paint } from '../text/paint.js';
import { shortened, wrap } from '../text/wrap.js';
import { referenceText } from './labels-csv.js';
import { levelText, rubricTitle } from './rubric-text.js';

/** The part of the screen that is not the header, the rubric or the keys. */
export type ScreenMode = 'answer' | 'rubric' | 'help' | 'note';

/** The content of the screen on which a person labels one answer. */
export interface LabelScreen {
  readonly answer: AnswerView;
  /** Its number among the answers to label, from 1. */
  readonly number: number;
  readonly of: number;
  /** The number of answers that this person has labelled. */
  readonly labelled: number;
  /** The label that the answer has already; null if it has none. */
  readonly given: LabelVerdict | null;
  /** The note for the label; in mode `note` the text that is being typed. */
  readonly note: string;
  readonly mode: ScreenMode;
  /** The first line of the body that is shown, from 0. */
  readonly scroll: number;
}

/** The size of a terminal, and its colours. */
export interface ScreenSize {
  readonly columns: number;
  readonly rows: number;
  readonly paint: Paint;
}

/** A drawn screen: exactly its rows, and the lines of its body that fit and that there are. */
export interface DrawnScreen {
  readonly lines: readonly string[];
  readonly fit: number;
  readonly body: number;
}

/** The smallest body, in lines. A smaller terminal loses its first lines, never the keys. */
const leastBody = 1;

/** The smallest title of an answer, in columns. A narrower terminal loses the number of labels. */
const leastTitle = 8;

/** A terminal with fewer rows gets no empty lines. */
const roomyRows = 16;

/** Draws the screen of one answer. All texts from outside are escaped. */
export function drawLabelScreen(screen: LabelScreen, size: ScreenSize): DrawnScreen {
  const width = Math.max(20, size.columns);
  const footer = [...pinnedRubric(screen, width, size), ...keyLines(screen, width, size)];
  const fit = Math.max(leastBody, size.rows - 3 - footer.length);
  const all = bodyLines(screen, width, size.paint);
  const body = size.rows < roomyRows ? all.filter((line) => line !== '') : all;
  const scroll = Math.max(0, Math.min(screen.scroll, body.length - fit));
  const shown = body.slice(scroll, scroll + fit);
  const lines = [
    headLine(screen, width, size.paint),
    rule('', width, size.paint),
    ...shown,
    ...Array.from({ length: fit - shown.length }, () => ''),
    rule(positionText(scroll, shown.length, body.length), width, size.paint),
    ...footer,
  ];
  return { lines: lines.slice(-Math.max(size.rows, 1)), fit, body: body.length };
}

function headLine({ answer, number, of, labelled, given }: LabelScreen, width: number, paint: Paint): string {
  const done = given === null ? `${count(labelled)} labelled` : `labelled ${given}`;
  const place = `${count(number)} of ${count(of)}`;
  const whole = `${place} · ${done}`;
  const right = width - whole.length - 3 < leastTitle ? place : whole;
  const title = clip(titleOf(answer), Math.max(leastTitle, width - right.length - 3));
  const gap = Math.max(1, width - 1 - displayWidth(title) - right.length);
  return ` ${paint.bold(title)}${' '.repeat(gap)}${right}`;
}

function titleOf({ case: name, item, draw }: AnswerView): string {
  return item === null
    ? `${name.raw} · trial ${draw + 1}`
    : `${name.raw} · ${item.raw}${draw > 0 ? ` · draw ${draw + 1}` : ''}`;
}

/** Returns a line that says between which texts it is. */
function rule(text: string, width: number, paint: Paint): string {
  const room = width - text.length - (text === '' ? 0 : 4);
  return paint.dim(text === '' ? '─'.repeat(width) : `─ ${text} ${'─'.repeat(Math.max(0, room + 1))}`);
}

function positionText(scroll: number, shown: number, all: number): string {
  if (all <= shown) return '';
  const below = all - scroll - shown;
  return below > 0 ? `${count(below)} more ${below === 1 ? 'line' : 'lines'}: space` : 'end';
}

function capitalized(label: string): string {
  return label.slice(0, 1).toUpperCase() + label.slice(1);
}

function bodyLines(screen: LabelScreen, width: number, paint: Paint): readonly string[] {
  if (screen.mode === 'help') return helpLines(width, paint);
  if (screen.mode === 'rubric') return screen.answer.rubrics.flatMap((one) => rubricLines(one, width, paint));
  return answerLines(screen.answer, width, paint);
}

function answerLines(answer: AnswerView, width: number, paint: Paint): readonly string[] {
  const section = (title: string, text: string) => sectionLines(title, text, { width, paint });
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
        part.part === 'reply' ? section('Answer', turn.response.raw) : section(capitalized(part.label), part.text),
      ),
    ]),
    ...(extracted ? section('The rubric is about this part of the answer', extracted.raw) : []),
  ].slice(1);
}

/** Returns an empty line, a title and a text below it. */
function sectionLines(
  title: string,
  text: string,
  { width, paint }: { readonly width: number; readonly paint: Paint },
) {
  const lines = text.trim() === '' ? ['(empty)'] : wrap(text.trimEnd(), width - 3);
  return ['', ` ${paint.bold(clip(title, width - 2))}`, ...lines.map((line) => `   ${line}`.trimEnd())];
}

function rubricLines(rubric: RubricView, width: number, paint: Paint): readonly string[] {
  const title = rubric.name ? `Rubric ${rubric.name.raw}` : 'Rubric';
  const own = sectionLines(title, rubric.text.raw, { width, paint }).slice(1);
  return [
    ...own,
    ...rubric.levels.flatMap((level) => wrap(levelText(level), width - 5).map((line) => `     ${line}`)),
    '',
  ];
}

/** Renders the beginning of the rubrics, which stay in sight while the answer is scrolled. */
function pinnedRubric({ answer, mode }: LabelScreen, width: number, { rows, paint }: ScreenSize): readonly string[] {
  if (mode === 'rubric' || mode === 'help') return [];
  const most = rows >= 20 ? 3 : 1;
  const text = answer.rubrics.map(rubricTitle).join(' · ');
  const label = 'Rubric ';
  const lines = shortened(text.replace(/\s+/g, ' ').trim(), width - label.length - 2, most);
  return lines.map((line, at) => ` ${at === 0 ? paint.bold(label) : ' '.repeat(label.length)}${line}`);
}

/** The keys of the screen by the word that says what they do. */
const answerKeys = [
  ['p', 'pass'],
  ['f', 'fail'],
  ['s', 'skip'],
  ['n', 'note'],
  ['b', 'back'],
  ['r', 'rubric'],
  ['?', 'help'],
  ['q', 'quit'],
] as const;

function keyLines({ mode, given, note }: LabelScreen, width: number, { paint }: ScreenSize): readonly string[] {
  const room = width - 2;
  if (mode === 'help' || mode === 'rubric') return [` ${keyText(['any key', 'returns to the answer'], paint)}`];
  if (mode === 'note') {
    const end = endOf(note, room - 7);
    return [
      ` ${paint.bold('Note')}   ${end}█`,
      ...packed(
        [
          ['enter', 'keep it'],
          ['esc', 'drop it'],
        ],
        room,
        paint,
      ),
    ];
  }
  const keys = given === null ? answerKeys : [...answerKeys, ['enter', 'keep'] as const];
  const noted = note === '' ? [] : [` ${paint.bold('Note')}   ${clip(note, room - 7)}`];
  return [...noted, ...packed(keys, room, paint)];
}

/** Returns the end of a typed text that fits. */
function endOf(text: string, width: number): string {
  const points = [...text];
  while (points.length > 0 && displayWidth(points.join('')) > width) points.shift();
  return clip(points.join(''), width);
}

function keyText([key, word]: readonly [string, string], paint: Paint): string {
  return `${paint.bold(key)} ${word}`;
}

/** Puts keys side by side on as few lines as they need. */
function packed(keys: readonly (readonly [string, string])[], room: number, paint: Paint): readonly string[] {
  const lines: { text: string; width: number }[] = [];
  for (const key of keys) {
    const own = { text: keyText(key, paint), width: key[0].length + 1 + key[1].length };
    const last = lines.at(-1);
    if (!last || last.width + 2 + own.width > room) lines.push(own);
    else {
      last.text += `  ${own.text}`;
      last.width += 2 + own.width;
    }
  }
  return lines.map(({ text }) => ` ${text}`);
}

function helpLines(width: number, paint: Paint): readonly string[] {
  const lines: readonly (readonly [string, string])[] = [
    ['p', 'pass: the answer satisfies the rubric'],
    ['f', 'fail: it does not'],
    ['s', 'skip: you cannot decide; it counts against the claim'],
    ['n', 'write a note; it is saved with the next p, f or s'],
    ['b', 'go back one answer; a new label replaces the old one'],
    ['enter', 'go on from an answer that has a label'],
    ['space', 'scroll down; - or ↑ scrolls up'],
    ['r', 'the whole rubric, with the meaning of each score'],
    ['q', 'quit; the next start continues here'],
  ];
  const column = 8;
  return lines.flatMap(([key, text]) =>
    wrap(text, Math.max(10, width - column - 2)).map((line, at) =>
      at === 0 ? ` ${paint.bold(key.padEnd(column))}${line}` : `${' '.repeat(column + 1)}${line}`,
    ),
  );
}
