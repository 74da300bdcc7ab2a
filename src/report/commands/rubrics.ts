import type { RubricLevels } from '#model/grader.js';
import type { Place } from '#model/problem.js';
import { levelsOf, upperHalf } from '#model/rubric.js';
import type { Scale } from '#model/settings.js';
import { oneLine, promptWord } from '#model/text/quoted.js';
import { outcomeMark } from '../run/heading.js';
import { plural } from '../text/numbers.js';
import { asCalled, type Screen, usableWidth } from '../text/screen.js';
import { paragraphs, visible, wrap } from '../text/visible.js';

export interface WrittenRubric {
  readonly text: string;
  readonly scale: Scale;
  readonly cases: readonly string[];
  /** The source of the levels: `inline` beside the behaviour, `frozen` in rubrics.yml, `unwritten` if they do not exist yet. */
  readonly source: 'inline' | 'frozen' | 'unwritten';
  /** The place of the levels; of the behaviour if they are unwritten. */
  readonly at?: Place;
  readonly written_by?: string;
  readonly levels: RubricLevels | null;
}

export interface RubricsView {
  readonly id: string;
  readonly behaviors: readonly WrittenRubric[];
  /** Entries of rubrics.yml that no behaviour uses. */
  readonly unused: readonly { readonly text: string; readonly at?: Place }[];
}

export function renderRubrics(view: RubricsView, screen: Screen): string {
  if (view.behaviors.length + view.unused.length === 0)
    return `${wrap('no case expects a behaviour: there are no rubrics', usableWidth(screen)).join('\n')}\n`;
  return paragraphs([
    header(view, screen),
    ...view.behaviors.map((rubric) => behaviorLines(rubric, screen)),
    unusedLines(view, screen),
    closing(view, screen),
  ]);
}

function header({ id, behaviors, unused }: RubricsView, { paint }: Screen): string[] {
  const unwritten = behaviors.filter(({ levels }) => levels === null).length;
  const counts = [
    plural(behaviors.length, 'behaviour'),
    ...(unwritten > 0 ? [`${unwritten} not written`] : []),
    ...(unused.length > 0 ? [`${unused.length} unused`] : []),
  ];
  return [` ${paint.bold(visible(id))}  ${paint.dim(counts.join(' · '))}`];
}

function behaviorLines(rubric: WrittenRubric, screen: Screen): string[] {
  const { paint } = screen;
  const width = usableWidth(screen);
  return [
    ...wrap(visible(rubric.text.trim()), width - 2).map((line) => `  ${paint.bold(line)}`),
    ...wrap(visible(facts(rubric)), width - 4).map((line) => `    ${paint.dim(line)}`),
    ...(rubric.levels === null
      ? [`    ${paint.yellow('not written yet')}`]
      : levelLines(rubric.levels, rubric.scale, screen)),
  ];
}

function facts({ scale, source, at, written_by, cases }: WrittenRubric): string {
  const place = at ? [placeOf(at)] : [];
  return [
    `${scale.min} to ${scale.max}`,
    ...(source === 'inline' ? [`beside the behaviour${at ? `, ${placeOf(at)}` : ''}`] : place),
    ...(written_by === undefined ? [] : [`written by ${written_by}`]),
    ...cases,
  ].join(' · ');
}

function placeOf({ file, line }: Place): string {
  return line === undefined ? file : `${file}:${line}`;
}

/** Renders the levels from the worst to the best. Marks the upper half of the scale, which passes. */
function levelLines(levels: RubricLevels, scale: Scale, screen: Screen): string[] {
  const scores = levelsOf(scale);
  const labelWidth = Math.max(...scores.map(({ length }) => length));
  return scores.flatMap((score) => {
    const mark = Number(score) >= upperHalf(scale) ? outcomeMark('passed', screen) : ' ';
    const text = Object.hasOwn(levels, score) ? (levels[score] ?? '') : '';
    const [first = '', ...more] = wrap(oneLine(text), usableWidth(screen) - labelWidth - 8);
    const indent = ' '.repeat(labelWidth + 8);
    return [`    ${score.padStart(labelWidth)} ${mark}  ${first}`.trimEnd(), ...more.map((line) => indent + line)];
  });
}

function unusedLines({ unused }: RubricsView, screen: Screen): string[] {
  if (unused.length === 0) return [];
  const width = usableWidth(screen);
  const title = 'In rubrics.yml and used by no behaviour: its text or its scale has changed since.';
  return [
    ...wrap(title, width - 2).map((line) => `  ${line}`),
    ...unused.flatMap(({ text, at }) => {
      const place = at ? `${placeOf(at)}  ` : '';
      return wrap(visible(place + oneLine(text)), width - 6).map((line, i) => `    ${i === 0 ? '' : '  '}${line}`);
    }),
  ];
}

function closing({ id, behaviors }: RubricsView, screen: Screen): string[] {
  const unwritten = behaviors.filter(({ levels }) => levels === null).length;
  if (unwritten === 0) return [];
  const them = unwritten === 1 ? 'it' : 'them';
  return [
    ...wrap(`The judge writes ${them} before the next run, or now with`, usableWidth(screen) - 2).map(
      (line) => `  ${line}`,
    ),
    `    ${screen.paint.cyan(asCalled(`eva rubric ${visible(promptWord(id))} --write`, screen))}`,
  ];
}
