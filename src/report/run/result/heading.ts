import type { Place } from '#model/problem.js';
import { displayWidth } from '../../text/clip.js';
import { resultWidth, type Screen } from '../../text/paint.js';
import { painted, type Span } from '../../text/spans.js';
import { visible } from '../../text/visible.js';
import { wrap } from '../../text/wrap.js';
import { joinedLines, separator } from './parts.js';

/** The width of a space, the mark and a space before a heading, in columns. */
const indent = 3;

export interface Heading {
  readonly mark: Span;
  readonly name: string;
  /** The decision, in parts. */
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

/** The indentation below a name. */
const below = '     ';
/** The minimum width for parts beside a name if not all of them fit, in columns. */
const leastBeside = 60;

/** Splits parts into those that fit beside a name and the others. */
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

/** Renders a place: `eval.yml:31`, or with the whole path. */
export function placeText(at: Place | null, whole: boolean): string {
  if (!at) return '';
  const file = whole ? at.file : (at.file.split('/').at(-1) ?? '');
  return visible(at.line === undefined ? file : `${file}:${at.line}`);
}
