import { datasetOf } from '#library/items/dataset-of.js';
import type { ItemIndex } from '#library/items/item-index.js';
import { leftOutItems, sampleOf } from '#library/items/sample.js';
import type { Case } from '#model/case.js';
import type { Dataset } from '#model/dataset.js';
import type { Loaded, Problem } from '#model/problem.js';
import { problem } from '#model/problem.js';
import { type ItemChoice, repeated, type SampleOf } from '#model/run/sample.js';
import { nearest } from '#model/text/nearest.js';
import { quoted, short } from '#model/text/quoted.js';

/** The items of cases with a data set, by the name of the case. */
export type Datasets = ReadonlyMap<string, ItemIndex>;

/** Returns the samples of cases: of the chosen items, else of all. Cases without a data set ask their one input again and again. */
export function samplesOf(datasets: Datasets, choice?: ItemChoice): SampleOf {
  return (testCase) => {
    const index = datasets.get(testCase.name);
    return index ? sampleOf(testCase, index, choice) : repeated(testCase);
  };
}

/**
 * Keeps only the chosen items in the data sets of cases. With ids, a case without any of these items is left out. Reports ids that no data
 * set has, and cases among which none has a data set.
 */
export function narrowCases(
  id: string,
  cases: readonly Case[],
  datasets: Datasets,
  choice: ItemChoice,
): Loaded<readonly Case[]> {
  const onData = cases.filter(({ name }) => datasets.has(name));
  if (onData.length === 0)
    return {
      value: null,
      problems: [
        problem(
          'EVA_NOTHING_TO_RUN:no_items',
          `no selected case of ${quoted(id)} has a data set, so there are no items to choose`,
          { hint: 'leave out --items and --item, or select a case with a data set' },
        ),
      ],
    };
  const problems = unknownIds(onData, datasets, choice);
  if (problems.length > 0) return { value: null, problems };
  const narrowed = cases.map((testCase) => narrow(testCase, datasets.get(testCase.name), choice));
  const isKept = ({ dataset }: Case) => (choice.ids ? dataset !== undefined && dataset.asked > 0 : true);
  return { value: narrowed.filter(isKept), problems: [] };
}

function unknownIds(cases: readonly Case[], datasets: Datasets, { ids = [] }: ItemChoice): readonly Problem[] {
  const known = new Set(cases.flatMap(({ name }) => datasets.get(name)?.ids() ?? []));
  const [file] = cases.flatMap(({ dataset }) => dataset?.file ?? []);
  const at = file === undefined ? undefined : { file };
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length === 0) return [];
  const leftOut = new Map(
    cases.flatMap(({ name }) => {
      const index = datasets.get(name);
      return index ? [...leftOutItems(index, unknown)] : [];
    }),
  );
  return unknown.map((id) => {
    const found = leftOut.get(id);
    if (found)
      return problem(
        'EVA_DATA_ID:left_out',
        `the item ${quoted(id)} is left out: the case keeps only items where ${found.conditions.map(short).join(' and ')}`,
        { hint: 'name another item, or change the condition', at: found.at },
      );
    const meant = nearest(id, [...known]);
    return problem('EVA_DATA_ID:unknown', `no item has the id ${quoted(id)}`, {
      hint: meant === undefined ? 'copy an id from the report of a run' : `did you mean ${quoted(meant)}?`,
      at,
    });
  });
}

function narrow(testCase: Case, index: ItemIndex | undefined, choice: ItemChoice): Case {
  const { dataset } = testCase;
  if (!dataset || !index) return testCase;
  const { draws, claim, units } = dataset;
  const narrowed = datasetOf(index, { draws, claim, sample_size: units, slices: slicesOf(dataset), choice });
  return { ...testCase, sample_size: narrowed.asked * draws, dataset: withAskedSlices(narrowed) };
}

/** Leaves out the slices of which no item is chosen: nothing can be said of them. */
function withAskedSlices(dataset: Dataset): Dataset {
  const slices = dataset.slices.map((field) => ({ ...field, values: field.values.filter(({ units }) => units > 0) }));
  return { ...dataset, slices };
}

function slicesOf({ slices }: Dataset) {
  return slices.map(({ field, values, gate }) => {
    const only = values.filter(({ reported }) => !reported).map(({ value }) => value);
    return { field, ...(gate && { gate }), ...(only.length < values.length && { only }) };
  });
}
