import type { Case } from '#model/case.js';
import { groupBy } from '#model/data/collections.js';
import { type Dataset, isClustered } from '#model/dataset.js';
import { isPassable, type SliceOutlook } from '#model/run/outlook.js';
import type { RunPlan } from '#model/run/run.js';
import { joinedLines } from '../run/result/parts.js';
import { clip } from '../text/clip.js';
import { count, plural } from '../text/numbers.js';
import { type Screen, usableWidth } from '../text/paint.js';
import { visible } from '../text/visible.js';
import { wrap } from '../text/wrap.js';

const indent = 5;
const mostNamed = 3;
const widestName = 24;

/** Renders the data set of each case: which of its items are asked, what the claim is about, and its slices. */
export function datasetLines({ cases, slice_outlooks = [] }: RunPlan, screen: Screen): string[] {
  const ofCase = groupBy(slice_outlooks, (outlook) => outlook.case);
  return cases.flatMap((testCase) =>
    testCase.dataset ? linesOf(testCase, testCase.dataset, ofCase.get(testCase.name) ?? [], screen) : [],
  );
}

function linesOf(testCase: Case, dataset: Dataset, outlooks: readonly SliceOutlook[], screen: Screen): string[] {
  const width = usableWidth(screen) - indent;
  const fields = [...groupBy(outlooks, ({ field }) => field).values()];
  return [
    ...wrap(visible(`${testCase.name}: ${itemsText(dataset)}`), usableWidth(screen) - 3).map((line) => `   ${line}`),
    ...[drawsParts(dataset), ...fields.map(sliceParts)].flatMap((parts) =>
      joinedLines(parts, width).map((line) => ' '.repeat(indent) + screen.paint.dim(line)),
    ),
    ...outlooks
      .filter((outlook) => !isPassable(outlook))
      .slice(0, mostNamed)
      .flatMap((outlook) => tooFewLines(outlook, screen)),
  ];
}

/** Renders the items: `1,200 items of data/tickets.csv, 231 left out (split = test)`, `40 of 200 items of …, chosen by seed 0`. */
function itemsText({ file, items, kept, asked, filter, seed }: Dataset): string {
  const counted = asked < kept ? `${count(asked)} of ${plural(kept, 'item')}` : plural(kept, 'item');
  const left = items === kept ? '' : `, ${count(items - kept)} left out${filter === '' ? '' : ` (${filter})`}`;
  return `${counted} of ${file}${asked < kept ? `, chosen by seed ${seed}` : ''}${left}`;
}

function drawsParts(dataset: Dataset): string[] {
  const { draws, claim, kept, asked, cluster, units } = dataset;
  return [
    claim === 'population'
      ? 'the claim is about items like these'
      : `the claim is about these ${count(kept)} items alone`,
    ...(draws > 1 ? [`${count(draws)} answers to each item`] : []),
    ...(draws > 1 && asked < kept ? ['more items would show more than more answers to each'] : []),
    ...(cluster && isClustered(dataset)
      ? [`items with the same ${cluster.field} count as one: ${plural(units, 'cluster')}`]
      : []),
  ];
}

/** Renders the slices of a field: `language: 4 slices, none may fail · the smallest is nl with 110 · 28 perfect ones would pass`. */
function sliceParts(outlooks: readonly SliceOutlook[]): string[] {
  const [first] = outlooks;
  const smallest = [...outlooks].sort((a, b) => a.n - b.n)[0];
  if (!first || !smallest) return [];
  const rule = first.must === 'pass' ? 'each must pass' : 'none may fail';
  return [
    `${clip(first.field, widestName)}: ${plural(outlooks.length, 'slice')}, ${rule}`,
    `the smallest is ${clip(smallest.value, widestName)} with ${count(smallest.n)}`,
    ...(first.smallest_n === null ? [] : [`${count(first.smallest_n)} perfect ones would pass`]),
  ];
}

function tooFewLines({ field, value, n, smallest_n, must }: SliceOutlook, screen: Screen): string[] {
  const needed = smallest_n === null ? 'no number of items would be enough' : `${count(smallest_n)} are needed`;
  const end = must === 'pass' ? 'it cannot pass' : 'it can only be shown to fail';
  const text = `${clip(field, widestName)} ${clip(value, widestName)} has ${count(n)}, ${needed}: ${end}`;
  return wrap(text, usableWidth(screen) - indent).map((line, i) =>
    i === 0 ? ` ${screen.paint.yellow('!')}   ${line}` : ' '.repeat(indent) + line,
  );
}
