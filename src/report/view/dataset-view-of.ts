import { type Case, passWord } from '#model/case.js';
import { isClustered } from '#model/dataset.js';
import type { CaseResult } from '#model/run/run.js';
import type { ClassesResult, ClassRow, SliceFieldResult } from '#model/run/verdict.js';
import { shellWord } from '#model/text/quoted.js';
import type {
  ClassesView,
  ClassView,
  ConfusionView,
  DatasetNext,
  DatasetVersion,
  DatasetView,
  ShareView,
  SliceFieldView,
} from './dataset-view.js';
import { text } from './view.js';

export function datasetView({ dataset: found }: CaseResult, testCase: Case | undefined): DatasetView | null {
  const dataset = testCase?.dataset;
  if (!dataset) return null;
  const { sha256, digest, items, kept, asked, kept_units, units, draws, claim, seed, filter, cluster } = dataset;
  return {
    ...{ sha256, digest, items, kept, asked, kept_units, units, draws, claim, seed },
    file: text(dataset.file),
    filter: filter === '' ? null : text(filter),
    cluster: cluster && isClustered(dataset) ? { field: text(cluster.field) } : null,
    used: found ? { items: found.items, units: found.units } : null,
    estimates: found?.estimates ?? null,
    slices: (found?.slices ?? []).map((field) => sliceField(field, testCase)),
    classes: (found?.classes ?? []).map(classesView),
    version: null,
    next: [],
  };
}

function sliceField({ field, claim, bar, rows, ...rest }: SliceFieldResult, testCase: Case): SliceFieldView {
  const {
    dataset,
    expectations: [expectation],
  } = testCase;
  const share = dataset?.slices.find((one) => one.field === field)?.gate?.criterion.params['proportion'];
  return {
    ...rest,
    field: text(field),
    past: expectation ? passWord(testCase, expectation) : 'right',
    claim: claim === null ? null : text(claim),
    bar: bar === null ? null : text(bar),
    bar_share: typeof share === 'number' ? share : null,
    rows: rows.map(({ value, p_value: _p, fail_p: _f, adjusted: _a, fail_adjusted: _fa, ...row }) => ({
      ...row,
      value: text(value),
    })),
  };
}

function classesView(found: ClassesResult): ClassesView {
  const { expectation, classes, matrix, n, rows, macro_f1, macro_f1_lower } = found;
  return {
    ...{ expectation, matrix, n, macro_f1, macro_f1_lower },
    classes: classes.map(text),
    rows: rows.map(classView),
    confusions: confusionsOf(found),
  };
}

function classView({ class: name, recall, precision, f1 }: ClassRow): ClassView {
  return { class: text(name), recall: shareView(recall), precision: shareView(precision), f1: shareView(f1) };
}

function shareView({ estimate, lower, upper }: ClassRow['recall']): ShareView {
  return { estimate, lower, upper };
}

const mostConfusions = 100;

function confusionsOf({ classes, matrix }: ClassesResult): readonly ConfusionView[] {
  const all = matrix.flatMap((counts, row) => {
    const of = counts.reduce((sum, times) => sum + times, 0);
    return counts.flatMap((times, column) => (column !== row && times > 0 ? [{ row, column, times, of }] : []));
  });
  all.sort((a, b) => b.times - a.times || b.times / b.of - a.times / a.of);
  return all.slice(0, mostConfusions).map(({ row, column, times, of }) => {
    const answered = classes[column];
    return { expected: text(classes[row] ?? ''), answered: answered === undefined ? null : text(answered), times, of };
  });
}

/** The maximum length of a value in a command that people copy. */
const longestValue = 60;

export function withCommands(
  view: DatasetView,
  { report, caseName }: { readonly report: string; readonly caseName: string | null },
  version: DatasetVersion | undefined,
): DatasetView {
  const start = [report, ...(caseName === null ? [] : [`--case ${shellWord(caseName)}`]), '--failed'].join(' ');
  const command = (field: string, value: string) => text(`${start} --slice ${shellWord(`${field}=${value}`)}`);
  const slices = view.slices.flatMap(({ field, rows }) =>
    rows.flatMap(({ outcome, value, k, trials }): readonly DatasetNext[] => {
      const failing = k === null ? null : trials - k;
      if (outcome !== 'failed' || failing === 0 || value.raw.length > longestValue) return [];
      return [{ field, value, failing, command: command(field.raw, value.raw) }];
    }),
  );
  const classes = view.classes.flatMap(({ confusions: [worst] }): readonly DatasetNext[] =>
    worst && worst.expected.raw.length <= longestValue
      ? [{ field: null, value: worst.expected, failing: null, command: command('class', worst.expected.raw) }]
      : [],
  );
  return { ...view, version: version ?? null, next: [...slices, ...classes] };
}
