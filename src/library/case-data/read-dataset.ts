import type { Expectation } from '#model/case.js';
import { type Dataset, noSliceValue, type SlicingField } from '#model/dataset.js';
import type { ClassReading } from '#model/documents.gen.js';
import { type ClassSpec, isReference } from '#model/grader.js';
import type { Problem } from '#model/problem.js';
import { problem } from '#model/problem.js';
import { nearest } from '#model/text/nearest.js';
import { groupedDigits, plural, quoted } from '#model/text/quoted.js';
import { type Decided, readCriteria, suggestion, unknownClass } from '../cases/case-criteria.js';
import type { Choice } from '../cases/reading.js';
import { datasetOf, type SliceRequest } from '../items/dataset-of.js';
import { countsOfItems, type ItemIndex, type TextCount, textsMeant } from '../items/item-index.js';
import type { DocumentPart, ReportProblems } from '../source/document.js';
import { type Layer, nearestValue } from '../source/layer.js';
import type { CaseItems } from './case-items.js';
import { ClassNames, classesIn, type DatasetKeys, type SliceKeys } from './dataset-keys.js';

interface CaseParts {
  /** The settings of the case, its own first. */
  readonly layers: readonly Layer[];
  readonly expectations: readonly Expectation[];
}

/** The number of items without criteria above which eva warns, since one wrong answer fails the case. */
const manyItems = 100;

/** Describes the data set of a case, with the claims about its slices. Reports slices that cannot be decided. */
export function readDataset(
  choice: Choice,
  { keys, index }: CaseItems,
  { layers, expectations }: CaseParts,
  report: ReportProblems,
): Dataset {
  const sample_size = nearestValue(layers.slice(0, 1), 'sample_size');
  const [first] = expectations;
  const slices = keys.slices.map(({ field, own, hasCriteria, must, only }): SliceRequest => {
    const decided = hasCriteria && first ? decidedBy(first) : null;
    const [criterion] = decided ? readCriteria(choice, own.in('criteria'), decided, layers, report) : [];
    return {
      field,
      ...(criterion && { gate: { criterion, must } }),
      ...(only && { only: only.flatMap(({ value }) => valuesMeant(index, field, value).map(shownValue)) }),
    };
  });
  const { draws, claim } = keys;
  const dataset = datasetOf(index, { draws, claim, slices, ...(sample_size !== undefined && { sample_size }) });
  report([
    ...keys.slices.flatMap((slice, at) => sliceProblems(slice, dataset.slices[at], index)),
    ...repeatedSlices(keys.slices),
    ...(dataset.asked > manyItems ? everyItemMustPass(keys, dataset, expectations) : []),
  ]);
  return dataset;
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
  { field, part, at_most, only }: SliceKeys,
  slice: SlicingField | undefined,
  index: ItemIndex,
): readonly Problem[] {
  const values = slice?.values.map(({ value }) => value) ?? [];
  const tooMany = values.length > at_most;
  const missing = (only ?? []).filter(
    ({ value }) => !valuesMeant(index, field, value).some((text) => values.includes(shownValue(text))),
  );
  return [
    ...(tooMany
      ? [
          problem(
            'EVA_BAD_VALUE:slice_values',
            `the field ${quoted(field)} has ${plural(values.length, 'value')}, which makes more than ${plural(at_most, 'slice')}`,
            { hint: 'choose a field with fewer values, or raise at_most', at: part.place() },
          ),
        ]
      : []),
    ...missing.map(({ value, part: own }) => {
      const params = { field, value, meant: nearest(value, values) ?? null, known: values.slice(0, 20) };
      return problem('EVA_BAD_VALUE:slice_only', `no item has ${quoted(params.value)} in ${quoted(params.field)}`, {
        hint: suggestion(params.meant, params.known),
        at: own.place(),
      });
    }),
  ];
}

/** Lists a problem for each field that an earlier item of `slices` names. */
function repeatedSlices(slices: readonly SliceKeys[]): readonly Problem[] {
  const repeated = slices.filter(({ field }, at) => slices.findIndex((other) => other.field === field) < at);
  return repeated.map(({ field, part }) =>
    problem('EVA_BAD_VALUE:slice_twice', `the field ${quoted(field)} is in "slices" twice`, {
      hint: 'remove one of them',
      at: part.place(),
    }),
  );
}

/** Warns of a case without criteria on many items. */
function everyItemMustPass(
  { part }: DatasetKeys,
  { asked }: Dataset,
  expectations: readonly Expectation[],
): readonly Problem[] {
  const strict = expectations.some(({ criteria }) => criteria.some(({ criterion }) => criterion === 'every_trial'));
  if (!strict) return [];
  return [
    problem(
      'EVA_EVERY_ITEM',
      `the case passes only if ${asked === 1 ? 'its only item is' : `all ${groupedDigits(asked)} items are`} answered right`,
      {
        hint: 'set a bar, for example criteria: { proportion_gte: { proportion: 0.9 } }',
        at: part.placeOfKey(),
        severity: 'warning',
      },
    ),
  ];
}

/** The maximum number of classes. */
const mostClasses = 100;

/** Reads the `class:` of an expectation, with its classes and how many items expect each of them. */
export function readClass(
  part: DocumentPart,
  { expected, at, of: written, ignore_case = false }: ClassReading,
  items: CaseItems | null,
  report: ReportProblems,
): ClassSpec {
  if (!part.entry.in('dataset').isWritten && !isReference(expected))
    report([
      problem('EVA_MISSING_KEY:class_dataset', '"class" needs a data set', {
        hint: 'add dataset: FILE to the case, or compare the response with equals',
        at: part.placeOfKey(),
      }),
    ]);
  const counts = items ? countsFor(items, expected) : [];
  const names = written ?? classesIn(counts, ignore_case);
  const classes = new ClassNames(names, ignore_case);
  if (names.length > mostClasses) report([tooManyClasses(part, names.length)]);
  if (written) report(repeatedClass(part, names, classes.firstRepeated()));
  if (written && typeof expected === 'string' && classes.indexOf(expected) === undefined)
    report([unknownClass(expected, names, part.in('expected').place())]);
  return {
    expected: isReference(expected) ? { field: expected.field } : String(expected),
    ...(at !== undefined && at !== '' && { at }),
    of: names,
    ignore_case,
    ...classes.sum(counts),
  };
}

/** Counts the expected texts of all items: those of a field, or one text for all. */
function countsFor({ index, asked }: CaseItems, expected: ClassReading['expected']): readonly TextCount[] {
  if (isReference(expected)) return countsOfItems(index, expected.field, asked);
  return typeof expected === 'string' ? [{ text: expected, kept: index.kept, asked }] : [];
}

function tooManyClasses(part: DocumentPart, classes: number): Problem {
  const listed = part.in('of');
  return problem('EVA_BAD_VALUE:classes', `${groupedDigits(classes)} classes are more than ${mostClasses}`, {
    hint: 'check that the field has classes; to compare free texts, use equals',
    at: (listed.isWritten ? listed : part.in('expected')).place(),
  });
}

function repeatedClass(part: DocumentPart, names: readonly string[], index: number): readonly Problem[] {
  if (index < 0) return [];
  return [
    problem('EVA_BAD_VALUE:class_twice', `the class ${quoted(names[index] ?? '')} is in the list twice`, {
      hint: 'remove one of them',
      at: part.in('of', index).place(),
    }),
  ];
}
