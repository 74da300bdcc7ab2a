import { atLeast } from '#model/text/bounds.js';
import { count, percentage, plural } from '../text/numbers.js';
import { resultWidth, type Screen } from '../text/screen.js';
import { type Column, tableLines, tableWidth } from '../text/table.js';
import { clip, wrap } from '../text/visible.js';
import type { ClassesView, ClassView, ConfusionView, ShareView } from '../view/dataset-view.js';

const indent = 4;

const most = { classes: 8, confusions: 5 };

/** Renders the confusion matrix with recall, precision and F1; if it does not fit, the worst classes and confusions. */
export function classesLines(all: ClassesView, screen: Screen): string[] {
  const classes = withoutUnused(all);
  const width = resultWidth(screen) - indent;
  const matrix = ['precision', 'prec.']
    .map((title) => [...matrixColumns(classes, width), ...shareColumns(classes.rows, title)])
    .find((columns) => tableWidth(columns.filter(({ leave }) => leave === undefined)) <= width);
  const lines = matrix
    ? ['     expected in rows, answered in columns', ...indented(tableLines(matrix, width))]
    : worstLines(classes, width);
  return [...lines, ...macroLines(classes, width)];
}

/** Leaves out classes that no item expects and no answer has, as in a run of few items. */
function withoutUnused(all: ClassesView): ClassesView {
  const { classes, matrix, rows, n } = all;
  if (n === 0) return all;
  const unused = new Set(
    classes.flatMap((_, at) => {
      const counts = [...(matrix[at] ?? []), ...matrix.map((answered) => answered[at] ?? 0)];
      return counts.every((times) => times === 0) ? [at] : [];
    }),
  );
  const used = <T>(list: readonly T[]): readonly T[] => list.filter((_, at) => !unused.has(at));
  return { ...all, classes: used(classes), matrix: used(matrix).map(used), rows: used(rows) };
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => ' '.repeat(indent) + line);
}

function matrixColumns({ classes, matrix }: ClassesView, width: number): readonly Column[] {
  const cells = (textOf: (counts: readonly number[], row: number) => string) =>
    matrix.map((counts, row) => [{ text: textOf(counts, row) }]);
  const answers = [...classes.map(({ raw }) => raw), 'none'].map((name, column) => ({
    title: clip(name, widestClass(width)),
    cells: cells((counts) => count(counts[column] ?? 0)),
    isNumber: true,
  }));
  return [{ title: '', cells: cells((_, row) => clip(classes[row]?.raw ?? '', widestClass(width))) }, ...answers];
}

function shareColumns(rows: readonly ClassView[], precisionTitle = 'precision'): readonly Column[] {
  const column = (title: string, shareOf: (row: ClassView) => ShareView): Column => ({
    title,
    cells: rows.map((row) => [{ text: estimateText(shareOf(row)) }]),
    isNumber: true,
  });
  const bounds = rows.map(({ f1 }) => [{ text: f1.lower === null ? '–' : percentage(f1.lower, 'down', 0) }]);
  return [
    column('recall', ({ recall }) => recall),
    column(precisionTitle, ({ precision }) => precision),
    column('F1', ({ f1 }) => f1),
    ...(rows.some(({ f1 }) => f1.lower !== null)
      ? [{ title: 'at least', cells: bounds, isNumber: true, leave: 0 }]
      : []),
  ];
}

function estimateText({ estimate }: ShareView): string {
  return estimate === null ? '–' : percentage(estimate, 'nearest', 0);
}

function worstLines({ rows, matrix, confusions, classes }: ClassesView, width: number): string[] {
  const order = rows
    .map((row, index) => ({ row, index }))
    .sort((a, b) => (a.row.f1.estimate ?? 1) - (b.row.f1.estimate ?? 1));
  const shown = order.slice(0, most.classes);
  const items = shown.map(({ index }) => [
    { text: count((matrix[index] ?? []).reduce((sum, times) => sum + times, 0)) },
  ]);
  const columns: readonly Column[] = [
    {
      title: 'class',
      cells: shown.map(({ index }) => [{ text: clip(classes[index]?.raw ?? '', widestClass(width)) }]),
    },
    { title: 'items', cells: items, isNumber: true, leave: 1 },
    ...shareColumns(shown.map(({ row }) => row)),
  ];
  const more = order.length - shown.length;
  return [
    ...indented(tableLines(columns, width)),
    ...(more > 0 ? [`     ${plural(more, 'more class', 'more classes')} with a higher F1`] : []),
    ...confusions
      .slice(1, most.confusions)
      .map((confusion) => clip(`     ${confusionText(confusion, width)}`, width + indent)),
  ];
}

export function confusionText({ expected, answered, times, of }: ConfusionView, width: number): string {
  const [right, wrong] = [expected, answered].map((name) => (name ? clip(name.raw, widestClass(width)) : null));
  return `${right} answered as ${wrong ?? 'none of the classes'}, ${count(times)} of ${count(of)}`;
}

function widestClass(width: number): number {
  return Math.max(8, Math.floor(width / 4));
}

function macroLines({ macro_f1, macro_f1_lower }: ClassesView, width: number): string[] {
  if (macro_f1 === null) return [];
  const bound = macro_f1_lower === null ? '' : `, ${atLeast(macro_f1_lower, percentage)}`;
  return indented(
    wrap(`mean F1 of the classes about ${percentage(macro_f1)}${bound}`, width - 1).map((line) => ` ${line}`),
  );
}
