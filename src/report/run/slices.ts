import { decisiveBound } from '#model/text/bounds.js';
import { count, percentage, plural, sure } from '../text/numbers.js';
import { type PaintedSpan, resultWidth, type Screen } from '../text/screen.js';
import { type Column, tableLines } from '../text/table.js';
import { clip, wrap } from '../text/visible.js';
import { isShownTogether, isStopWithoutBound, noteText, sliceRemark } from '../view/claims.js';
import type { DatasetView, SliceFieldView, SliceView } from '../view/dataset-view.js';
import { markFor } from './heading.js';

const indent = 4;

/** Up to so many slices have a line each. Of more, those that passed share one. */
const mostListed = 6;

const mostShown = 12;

/** Renders the slices of each field as a table: those that did not pass have a line each, the others share one if they are many. */
export function sliceLines(dataset: DatasetView, screen: Screen): string[] {
  return dataset.slices.flatMap((field) => (field.rows.length === 0 ? [] : fieldLines(field, dataset, screen)));
}

function widestValue(screen: Screen): number {
  return Math.max(8, Math.floor(resultWidth(screen) / 5));
}

interface Line {
  readonly name: string;
  readonly items: number;
  readonly right: string;
  readonly bound: string;
  readonly verdict: readonly PaintedSpan[];
}

function fieldLines(field: SliceFieldView, dataset: DatasetView, screen: Screen): string[] {
  const lines = linesOf(field, screen);
  const cells = (textOf: (line: Line) => string) => lines.map((line) => [{ text: textOf(line) }]);
  const hasBounds = lines.some(({ bound }) => bound !== '') && !field.rows.every(isCountedSlice);
  const columns: readonly Column[] = [
    { title: clip(field.field.raw, widestValue(screen)), cells: cells(({ name }) => name) },
    { title: countedIn(field, dataset), cells: cells(({ items }) => count(items)), isNumber: true, leave: 1 },
    { title: field.past, cells: cells(({ right }) => right), isNumber: true },
    ...(hasBounds
      ? [{ title: `${sure(field.significance_level)} sure`, cells: cells(({ bound }) => bound), leave: 0 }]
      : []),
    ...(field.must === null ? [] : [{ title: barTitle(field, screen), cells: lines.map(({ verdict }) => verdict) }]),
  ];
  const table = tableLines(columns, resultWidth(screen) - indent).map((line) => ' '.repeat(indent) + line);
  return [...table, ...noteLines(field, screen)];
}

function countedIn({ rows }: SliceFieldView, { draws, cluster }: DatasetView): string {
  const isOfAnswers = draws > 1 && rows.some(({ n }) => n > 0) && rows.every(({ n, trials }) => n === trials);
  if (isOfAnswers) return 'answers';
  return cluster ? 'clusters' : 'items';
}

/** Returns true for a slice whose share is counted instead of inferred: all items of a file were asked. */
export function isCountedSlice({ estimate, lower, upper }: SliceView): boolean {
  return estimate === null || (lower === estimate && upper === estimate);
}

/** The width from which the title of the verdicts says what the slices must do, in columns. */
const leastForRule = 60;

function barTitle({ bar, must }: SliceFieldView, screen: Screen): string {
  const rule = must === 'pass' ? 'each must pass' : 'none may fail';
  if (bar === null) return rule;
  const words = `bar ${clip(bar.raw, 12)}`;
  return resultWidth(screen) < leastForRule ? words : `${words}, ${rule}`;
}

function linesOf(field: SliceFieldView, screen: Screen): readonly Line[] {
  const { rows } = field;
  if (rows.length <= mostListed) return rows.map((row) => lineOf(row, field, screen));
  const own = rows.filter(({ outcome }) => outcome === 'failed' || outcome === 'inconclusive').sort(worstFirst);
  const alone = own.length > 0 ? own.slice(0, mostShown) : field.must === null ? rows.slice(0, mostShown) : [];
  const rest = rows.filter((row) => !alone.includes(row));
  return [...alone.map((row) => lineOf(row, field, screen)), ...sharedLines(rest, field, screen)];
}

function worstFirst(a: SliceView, b: SliceView): number {
  const rank = ({ outcome }: SliceView) => (outcome === 'failed' ? 0 : 1);
  return rank(a) - rank(b) || (a.estimate ?? 1) - (b.estimate ?? 1);
}

function lineOf(row: SliceView, field: SliceFieldView, screen: Screen): Line {
  return {
    name: clip(row.value.raw, widestValue(screen)),
    items: row.n,
    right: row.estimate === null ? '–' : shownEstimate(row),
    bound: decisiveBound(row, percentage) ?? '',
    verdict: verdictSpans(row, field, screen),
  };
}

function shownEstimate(row: SliceView): string {
  const { k, estimate, trials } = row;
  if (estimate === null) return '–';
  if (k !== null && isStopWithoutBound(row)) return `${count(k)} of ${count(trials)}`;
  return k === null && (estimate < 0 || estimate > 1) ? String(Number(estimate.toPrecision(3))) : percentage(estimate);
}

function verdictSpans(row: SliceView, field: SliceFieldView, screen: Screen): readonly PaintedSpan[] {
  const { outcome, n } = row;
  if (outcome === null) return [];
  const isTogether = isShownTogether(row, field);
  const isNarrow = outcome === 'inconclusive' && n > 0 && resultWidth(screen) < leastForRule;
  const words = isNarrow ? (isTogether ? 'shown' : 'not shown') : (sliceRemark(row, field) ?? outcome);
  return [markFor(isTogether ? 'passed' : outcome, screen), { text: ` ${words}` }];
}

function sharedLines(rows: readonly SliceView[], field: SliceFieldView, screen: Screen): readonly Line[] {
  const [first, ...others] = rows;
  if (!first) return [];
  const isSame = others.every((row) => row.outcome === first.outcome);
  const [k, trials] = [sumOf(rows, (row) => row.k), sumOf(rows, (row) => row.trials)];
  const lowers = rows.flatMap(({ lower }) => (lower === null ? [] : [lower]));
  const least = lowers.length === rows.length ? Math.min(...lowers) : 0;
  return [
    {
      name: plural(rows.length, 'other'),
      items: rows.reduce((sum, { n }) => sum + n, 0),
      right: k === null || !trials ? '–' : percentage(k / trials),
      bound: least > 0 ? `each ≥ ${percentage(least, 'down')}` : '',
      verdict: isSame ? sharedVerdict(first, field, screen) : [],
    },
  ];
}

function sharedVerdict(row: SliceView, field: SliceFieldView, screen: Screen): readonly PaintedSpan[] {
  const isPlain = row.outcome !== 'inconclusive' || isShownTogether(row, field);
  return isPlain ? verdictSpans(row, field, screen) : [markFor(row.outcome, screen), { text: ' not shown' }];
}

function sumOf(rows: readonly SliceView[], numberIn: (row: SliceView) => number | null): number | null {
  return rows.reduce<number | null>((sum, row) => {
    const value = numberIn(row);
    return sum === null || value === null ? null : sum + value;
  }, 0);
}

function noteLines(field: SliceFieldView, screen: Screen): string[] {
  const text = noteText(field);
  if (text === null) return [];
  return wrap(text, resultWidth(screen) - indent - 1).map(
    (line) => `${' '.repeat(indent + 1)}${screen.paint.dim(line)}`,
  );
}
