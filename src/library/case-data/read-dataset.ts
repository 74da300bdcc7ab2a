import type { Expectation } from '#model/case.js';
import { type Dataset, noSliceValue, type SliceField } from '#model/dataset.js';
import type { ClassReading } from '#model/documents.gen.js';
import { type ClassSpec, isReference } from '#model/grader.js';
import type { Problem } from '#model/problem.js';
import { suggestion } from '#model/sentences/load-datasets.js';
import { problem } from '#model/sentences/sentence.js';
import { nearest } from '#model/text/nearest.js';
import { groupedDigits, plural, quoted } from '#model/text/quoted.js';
import { type Decided, readCriteria } from '../cases/case-criteria.js';
import type { EvalContext } from '../cases/eval-context.js';
import { datasetOf, type SliceRequest } from '../items/dataset-of.js';
import { countsOf, type ItemIndex, type TextCount, textsMeant } from '../items/item-index.js';
import { type Layer, nearestNumber } from '../source/layer.js';
import type { Path } from '../source/place.js';
import type { CaseItems } from './case-items.js';
import { ClassNames, classesIn, type SliceKeys } from './dataset-keys.js';

interface CaseParts {
  /** The settings of the case, its own first. */
  readonly layers: readonly Layer[];
  readonly expectations: readonly Expectation[];
}

/** The number of items without criteria above which eva warns, since one wrong answer fails the case. */
const manyItems = 100;

/** Describes the data set of the case at a path, with the claims about its slices. Reports slices that cannot be decided. */
export function readDataset(
  context: EvalContext,
  path: Path,
  { keys, index }: CaseItems,
  { layers, expectations }: CaseParts,
): Dataset {
  const sample_size = nearestNumber(layers.slice(0, 1), 'sample_size');
  const slices = keys.slices.map((slice) => sliceRequest(context, slice, { index, layers, expectations }));
  const { draws, claim } = keys;
  const dataset = datasetOf(index, { draws, claim, slices, ...(sample_size !== undefined && { sample_size }) });
  context.report(keys.slices.flatMap((slice, at) => sliceProblems(context, slice, dataset.slices[at], index)));
  context.report(repeatedSlices(context, keys.slices));
  if (dataset.asked > manyItems) context.report(everyItemMustPass(context, path, dataset, expectations));
  return dataset;
}

function sliceRequest(
  context: EvalContext,
  { field, own, hasCriteria, must, only }: SliceKeys,
  { index, layers, expectations }: CaseParts & { readonly index: ItemIndex },
): SliceRequest {
  const [first] = expectations;
  const decided = hasCriteria && first ? decidedBy(first) : null;
  const [criterion] = decided ? readCriteria(context, [...own, 'criteria'], decided, layers) : [];
  return {
    field,
    ...(criterion && { gate: { criterion, must } }),
    ...(only && { only: only.flatMap(({ value }) => valuesMeant(index, field, value).map(shownValue)) }),
  };
}

/** Returns what the first expectation of a case decides; the claims about slices are about the same. */
function decidedBy({ grader }: Expectation): Decided {
  switch (grader.grader) {
    case 'expected_behavior':
      return { kind: 'scores', scale: grader.params.judge.scale, rubric: 'of_slice' };
    case 'metric':
      return { kind: 'metric', least: grader.params.least };
    default:
      return { kind: 'checks', rubric: 'of_slice' };
  }
}

/** Returns the values of a field that a value of `only` means. */
function valuesMeant({ columns }: ItemIndex, field: string, value: string): readonly string[] {
  const column = columns.get(field);
  return column ? textsMeant(column, value) : [];
}

function shownValue(value: string): string {
  return value === '' ? noSliceValue : value;
}

function sliceProblems(
  { source }: EvalContext,
  { field, path, at_most, only }: SliceKeys,
  slice: SliceField | undefined,
  index: ItemIndex,
): readonly Problem[] {
  const values = slice?.values.map(({ value }) => value) ?? [];
  const tooMany = values.length > at_most;
  const missing = (only ?? []).filter(
    ({ value }) => !valuesMeant(index, field, value).some((one) => values.includes(shownValue(one))),
  );
  return [
    ...(tooMany
      ? [
          problem(
            'EVA_BAD_VALUE:slice_values',
            `the field ${quoted(field)} has ${plural(values.length, 'value')}, which makes more than ${plural(at_most, 'slice')}`,
            { hint: 'choose a field with fewer values, or raise at_most', at: source.place(path) },
          ),
        ]
      : []),
    ...missing.map(({ value, path: own }) => {
      const params = { field, value, meant: nearest(value, values) ?? null, known: values.slice(0, 20) };
      return problem('EVA_BAD_VALUE:slice_only', `no item has ${quoted(params.value)} in ${quoted(params.field)}`, {
        hint: suggestion(params),
        at: source.place(own),
      });
    }),
  ];
}

/** Lists a problem for each field that an earlier item of `slices` names. */
function repeatedSlices({ source }: EvalContext, slices: readonly SliceKeys[]): readonly Problem[] {
  const repeated = slices.filter(({ field }, at) => slices.findIndex((other) => other.field === field) < at);
  return repeated.map(({ field, path }) =>
    problem('EVA_BAD_VALUE:slice_twice', `the field ${quoted(field)} is in "slices" twice`, {
      hint: 'remove one of them',
      at: source.place(path),
    }),
  );
}

/** Warns of a case without criteria on many items. */
function everyItemMustPass(
  { source }: EvalContext,
  path: Path,
  { asked }: Dataset,
  expectations: readonly Expectation[],
): readonly Problem[] {
  const strict = expectations.some(({ criteria }) => criteria.some(({ criterion }) => criterion === 'every_trial'));
  if (!strict) return [];
  const at = source.place([...path, 'dataset'], 'key');
  return [
    problem(
      'EVA_EVERY_ITEM',
      `the case passes only if ${asked === 1 ? 'its only item is' : `all ${groupedDigits(asked)} items are`} answered right`,
      { hint: 'set a bar, for example criteria: { proportion_gte: { proportion: 0.9 } }', at, severity: 'warning' },
    ),
  ];
}

/** The maximum number of classes. */
const mostClasses = 100;

/** Reads the `class:` of an expectation at a path, with its classes and how many items expect each of them. */
export function readClass(
  context: EvalContext,
  path: Path,
  { expected, at, of: written, ignore_case = false }: Partial<ClassReading>,
  items: CaseItems | null,
): ClassSpec {
  if (context.document.lacks(path.slice(0, 2), 'dataset') && !isReference(expected)) reportNoDataset(context, path);
  const counts = items ? countsFor(items, expected) : [];
  const own = written?.filter((name) => typeof name === 'string');
  const names = own ?? classesIn(counts, ignore_case);
  if (names.length > mostClasses) reportTooMany(context, path, names.length);
  const classes = new ClassNames(names, ignore_case);
  if (own) reportRepeated(context, path, names, classes.firstRepeated());
  const isWhole = own?.length === written?.length;
  if (own && isWhole && typeof expected === 'string' && classes.indexOf(expected) === undefined)
    reportUnknown(context, path, expected, names);
  return {
    expected: isReference(expected) ? { field: expected.field } : String(expected ?? ''),
    ...(at !== undefined && at !== '' && { at }),
    of: names,
    ignore_case,
    ...classes.sum(counts),
  };
}

/** Counts the expected texts of all items: those of a field, or one text for all. */
function countsFor({ index, asked }: CaseItems, expected: ClassReading['expected'] | undefined): readonly TextCount[] {
  if (isReference(expected)) return countsOf(index, expected.field, asked);
  return typeof expected === 'string' ? [{ text: expected, kept: index.kept, asked }] : [];
}

function reportNoDataset({ source, report }: EvalContext, path: Path): void {
  report([
    problem('EVA_MISSING_KEY:class_dataset', '"class" needs a data set', {
      hint: 'add dataset: FILE to the case, or compare the response with equals',
      at: source.place(path, 'key'),
    }),
  ]);
}

function reportTooMany({ source, report, document }: EvalContext, path: Path, classes: number): void {
  const own = [...path, 'of'];
  const at = source.place(document.holds(own) ? own : [...path, 'expected']);
  report([
    problem('EVA_BAD_VALUE:classes', `${groupedDigits(classes)} classes are more than ${mostClasses}`, {
      hint: 'check that the field has classes; to compare free texts, use equals',
      at,
    }),
  ]);
}

function reportUnknown({ source, report }: EvalContext, path: Path, name: string, known: readonly string[]): void {
  const params = { name, meant: nearest(name, known) ?? null, known: known.slice(0, 20) };
  report([problem('EVA_BAD_VALUE:class_name', params, { at: source.place([...path, 'expected']) })]);
}

function reportRepeated({ source, report }: EvalContext, path: Path, names: readonly string[], index: number): void {
  if (index < 0) return;
  const at = source.place([...path, 'of', index]);
  report([
    problem('EVA_BAD_VALUE:class_twice', `the class ${quoted(names[index] ?? '')} is in the list twice`, {
      hint: 'remove one of them',
      at,
    }),
  ]);
}
