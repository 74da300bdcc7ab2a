import { countsOf, type TextCount } from '#dataset/item-index.js';
import { problem } from '#errors/index.js';
import type { ClassReading } from '#model/documents.gen.js';
import type { ClassSpec } from '#model/grader.js';
import { isReference } from '#model/grader.js';
import { nearest } from '#model/text/nearest.js';
import { groupedDigits, quoted } from '#model/text/quoted.js';
import type { Path } from '../../source/place.js';
import type { EvalContext } from '../eval-context.js';
import type { CaseItems } from './case-items.js';
import { ClassNames, classesIn } from './class-names.js';

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
