import type { DatasetView } from '#view/dataset/dataset-view.js';
import type { WrongItem } from '#view/dataset/wrong-items.js';
import { classesLines } from '../run/dataset/classes.js';
import { sliceLines } from '../run/dataset/slices.js';
import { clip } from '../text/clip.js';
import { count } from '../text/numbers.js';
import { plainPaint } from '../text/paint.js';
import { visible } from '../text/visible.js';

const screen = { paint: plainPaint, width: 100 };
const mostItems = 5;
const reasonWidth = 90;

export interface ScenarioDatasetView {
  readonly view: DatasetView;
  readonly wrong: readonly WrongItem[];
}

/** Renders the slices, the classes and the wrong items of a scenario, a section each. */
export function datasetSections({ view, wrong }: ScenarioDatasetView): readonly string[] {
  const slices = sliceLines(view, screen);
  return [
    ...(slices.length > 0 ? [['Slices:', ...slices].join('\n')] : []),
    ...view.classes.map((classes) => ['Classes:', ...classesLines(classes, screen)].join('\n')),
    ...(wrong.length > 0 ? [wrongLines(view, wrong).join('\n')] : []),
  ];
}

/** Renders the fields whose slices do not do what they must: ` Slices of language did not.`; empty if all slices do. */
export function slicesSentence({ view }: ScenarioDatasetView): string {
  const fields = view.slices.filter(({ holds }) => holds === false).map(({ field }) => visible(field.raw));
  return fields.length === 0 ? '' : ` Slices of ${fields.join(', ')} did not.`;
}

function wrongLines({ used, draws }: DatasetView, wrong: readonly WrongItem[]): readonly string[] {
  const items = new Set(wrong.map(({ id }) => id)).size;
  const of = used ? ` of ${count(used.items)}` : '';
  const more = wrong.length - mostItems;
  return [
    `Wrong items: ${count(items)}${of}`,
    ...wrong.slice(0, mostItems).map(({ id, draw, reasons: [reason = ''] }) => {
      const name = draws > 1 ? `${id}, answer ${draw + 1}` : id;
      return clip(`  - ${visible(name)}: ${visible(reason)}`, reasonWidth);
    }),
    ...(more > 0 ? [`  - and ${count(more)} more`] : []),
  ];
}
