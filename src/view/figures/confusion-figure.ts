import { oneLine } from '#model/text/quoted.js';
import type { ClassesView, DatasetView } from '../dataset/dataset-view.js';
import { text } from '../text.js';
import { plural } from '../words/numbers.js';
import type { ConfusionFigure } from './figure.js';

/** Returns a table of expected and answered classes for each expectation about classes. */
export function confusionFigures(dataset: DatasetView | null): readonly ConfusionFigure[] {
  return (dataset?.classes ?? []).map(confusionFigure);
}

function confusionFigure({ expectation, classes, matrix, n, confusions }: ClassesView): ConfusionFigure {
  const [first] = confusions;
  const worst = first && {
    row: classes.findIndex(({ raw }) => raw === first.expected.raw),
    column: first.answered === null ? classes.length : classes.findIndex(({ raw }) => raw === first.answered?.raw),
  };
  const mistake = first
    ? `Most frequent mistake: ${oneLine(first.expected.raw)} answered as ${first.answered ? oneLine(first.answered.raw) : 'none of the classes'}, ${first.times} of ${first.of}.`
    : 'All of them are right.';
  return {
    figure: 'confusion',
    expectation,
    labels: classes,
    counts: matrix,
    worst: worst ?? null,
    sentence: text(`${plural(n, 'answer')} by expected and answered class. ${mistake}`),
  };
}
