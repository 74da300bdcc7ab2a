import { unreachable } from '#model/data/collections.js';
import type { Place } from '#model/problem.js';
import type { CaseOutcome } from '#model/run/run.js';
import { count } from '../text/numbers.js';
import { type Colour, type Paint, type PaintedSpan, painted, resultWidth, type Screen } from '../text/screen.js';
import { clip, displayWidth, visible, wrap } from '../text/visible.js';
import type { FindingView, ReplyOutcome, ViewOutcome } from '../view/view.js';

/** The width of a space, the mark and a space before a heading, in columns. */
const indent = 3;

export interface Heading {
  readonly mark: PaintedSpan;
  readonly name: string;
  readonly parts: readonly string[];
  /** The place at the right edge; omitted without room. */
  readonly place?: string;
}

/** Renders a case on one line: mark, name and decision. If they do not fit, the decision is below the name. */
export function headingLines({ mark, name, parts, place = '' }: Heading, screen: Screen): string[] {
  const { paint } = screen;
  const width = resultWidth(screen);
  const start = ` ${painted([mark])} `;
  const words = parts.map(visible).join(separator);
  const shown = visible(name);
  const taken = indent + displayWidth(shown) + (words === '' ? 0 : 2 + displayWidth(words));
  if (taken <= width) {
    const gap = width - taken - displayWidth(place);
    const right = place !== '' && gap >= 2 ? ' '.repeat(gap) + paint.dim(place) : '';
    return [start + paint.bold(shown) + (words === '' ? '' : `  ${words}`) + right];
  }
  const [first, others] = beside(parts, width - indent - displayWidth(shown) - 2, width);
  const names = wrap(shown, width - below.length).map((line, i) => (i === 0 ? start : below) + paint.bold(line));
  const last = names.length - 1;
  if (first !== '') names[last] = `${names[last]}  ${first}`;
  return [...names, ...joinedLines(others, width - below.length).map((line) => below + line)];
}

const below = '     ';

/** The minimum width for parts beside a name if not all of them fit, in columns. */
const leastBeside = 60;

function beside(
  parts: readonly string[],
  room: number,
  width: number,
): readonly [first: string, others: readonly string[]] {
  const fitting = parts.filter(
    (_, i) =>
      displayWidth(
        parts
          .slice(0, i + 1)
          .map(visible)
          .join(separator),
      ) <= room,
  );
  const number = width < leastBeside ? 0 : fitting.length;
  return [parts.slice(0, number).map(visible).join(separator), parts.slice(number)];
}

export function placeText(at: Place | null, whole: boolean): string {
  if (!at) return '';
  const file = whole ? at.file : (at.file.split('/').at(-1) ?? '');
  return visible(at.line === undefined ? file : `${file}:${at.line}`);
}

const labelIndent = 5;

const labelWidth = 8;

export function labelled(label: string, lines: readonly string[], { paint }: Screen): string[] {
  return lines.map((line, i) =>
    `${' '.repeat(labelIndent)}${paint.dim((i === 0 ? label : '').padEnd(labelWidth))}${line}`.trimEnd(),
  );
}

export function roomBesideLabel(screen: Screen): number {
  return resultWidth(screen) - labelIndent - labelWidth;
}

export const separator = ' · ';

/** Joins parts with ` · ` into lines of at most `width` columns. Breaks a line within a part only if it fits on no line. */
export function joinedLines(parts: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (const part of parts.map(visible)) {
    const last = lines.at(-1);
    const longer = last === undefined ? part : last + separator + part;
    if (last !== undefined && displayWidth(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(...wrap(part, width));
  }
  return lines;
}

/** Joins names on one line of `width` columns. If not all fit, shortens long ones and counts the rest: `a · b · 2 more`. */
export function namesOnOneLine(width: number, names: readonly string[]): string {
  const all = names.map((name) => clip(name, width)).join(separator);
  if (displayWidth(all) <= width) return all;
  const longest = Math.max(16, Math.floor(width / 4));
  const shown: string[] = [];
  for (const [at, name] of names.entries()) {
    const rest = names.length - at - 1;
    const next = [...shown, clip(name, longest)];
    if (displayWidth([...next, ...more(rest)].join(separator)) > width) break;
    shown.push(next.at(-1) ?? '');
  }
  return [...shown, ...more(names.length - shown.length)].join(separator);
}

function more(rest: number): readonly string[] {
  return rest > 0 ? [`${count(rest)} more`] : [];
}

export function indented(lines: readonly string[], columns: number, colour: Colour = (line) => line): string[] {
  return lines.map((line) => (line === '' ? '' : ' '.repeat(columns) + colour(line)));
}

/** Renders an exit code: green for 0, red for 1 if something failed, else yellow. */
export function exitMark(code: number, { paint }: Screen, hasFailed = true): string {
  const colour = code === 0 ? paint.green : code === 1 && hasFailed ? paint.red : paint.yellow;
  return paint.bold(colour(`exit ${code}`));
}

const marks = {
  passed: ['✓', 'green'],
  failed: ['✗', 'red'],
  inconclusive: ['~', 'yellow'],
  unknown: ['?', 'yellow'],
  shown: ['·', 'dim'],
} as const satisfies Record<CaseOutcome, readonly [string, keyof Paint]>;

export function markSpan(outcome: CaseOutcome, { paint }: Screen): PaintedSpan {
  const [text, colour] = marks[outcome];
  return { text, colour: paint[colour] };
}

export function outcomeMark(outcome: CaseOutcome, screen: Screen): string {
  return painted([markSpan(outcome, screen)]);
}

export function headingMark(holds: boolean | null, screen: Screen): string {
  return outcomeMark(holds === null ? 'unknown' : holds ? 'passed' : 'failed', screen);
}

/** Returns the mark of an outcome: ✓ passed or collected, ✗ failed, ~ inconclusive, · shown, ? unfinished or ungraded. */
export function markFor(outcome: ViewOutcome | ReplyOutcome | FindingView['mark'], screen: Screen): PaintedSpan {
  switch (outcome) {
    case 'passed':
    case 'collected':
      return markSpan('passed', screen);
    case 'failed':
      return markSpan('failed', screen);
    case 'inconclusive':
      return markSpan('inconclusive', screen);
    case 'shown':
      return markSpan('shown', screen);
    case 'unfinished':
    case 'ungraded':
    case 'missing':
      return markSpan('unknown', screen);
    default:
      return unreachable(outcome);
  }
}

export function paintedMark(outcome: Parameters<typeof markFor>[0], screen: Screen): string {
  return painted([markFor(outcome, screen)]);
}
