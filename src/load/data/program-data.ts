import { resolve } from 'node:path';
import { canonicalItemJson } from '#dataset/item.js';
import type { ListSource } from '#dataset/source.js';
import { problem } from '#errors/index.js';
import { sha256 } from '#model/data/digest.js';
import { isObject, type JsonValue } from '#model/data/json.js';
import type { Loaded, Place, Problem } from '#model/problem.js';
import { propertyOf } from './data-source.js';
import { canGiveItems, holdItems } from './hold-items.js';

/** Where the data sets of a program's scenarios come from. */
export interface ProgramData {
  /** The items of each scenario that has `items`, by its index. */
  readonly lists: ReadonlyMap<number, Loaded<ListSource>>;
  /** Returns the absolute path of a file. */
  readonly pathOf: (file: string) => string;
}

/** The error of the first iterable that threw one, and the data of the others. */
interface ReadData extends ProgramData {
  readonly cause: unknown;
}

/** Reads the items of all scenarios that have `items`. Paths of files are relative to `cwd`. Never rejects. */
export async function readProgramData(
  scenarios: readonly unknown[],
  { cwd, name }: { readonly cwd: string; readonly name: (index: number) => string },
): Promise<ReadData> {
  const lists = new Map<number, Loaded<ListSource>>();
  let first: unknown;
  for (const [index, scenario] of scenarios.entries()) {
    const { items } = splitItems(scenario);
    if (!canGiveItems(items)) continue;
    const file = name(index);
    const { value, problems, cause } = await holdItems(items, file);
    first ??= cause;
    lists.set(index, { value: value && sourceOf(value, file), problems });
  }
  return { lists, pathOf: (file) => resolve(cwd, file), cause: first };
}

/** Makes a source of items. Its digest does not depend on their order, so that a query may return them in any. */
function sourceOf(items: readonly JsonValue[], file: string): ListSource {
  const digests = items.map((item) => sha256(canonicalItemJson(item))).sort();
  return {
    name: file,
    items,
    sha256: sha256(digests.join('')),
    place: (path) => ({ file, property: propertyOf(['dataset', 'items', ...path]) }),
  };
}

/** A scenario with a name in the place of `dataset.items`, and the items. */
interface SplitScenario {
  readonly scenario: unknown;
  /** Undefined without `items`. */
  readonly items: unknown;
  /** True if the data set names a file too. */
  readonly hasFile: boolean;
}

/** Takes the items out of a scenario, since a document has none. Never throws, whatever the scenario contains. */
export function splitItems(scenario: unknown): SplitScenario {
  const whole = { scenario, items: undefined, hasFile: false };
  try {
    const dataset: unknown = isObject(scenario) ? scenario['dataset'] : undefined;
    if (!isObject(scenario) || !isObject(dataset) || dataset['items'] === undefined) return whole;
    const { items, file, ...rest } = dataset;
    return { scenario: { ...scenario, dataset: { file: 'items', ...rest } }, items, hasFile: file !== undefined };
  } catch {
    return whole;
  }
}

/** Returns the problems of a scenario's `dataset.items`. `at` is the place of the data set. */
export function itemsProblems({ items, hasFile }: SplitScenario, at: Place): readonly Problem[] {
  if (items === undefined) return [];
  const property = `${at.property}.items`;
  return [
    ...(hasFile
      ? [problem('EVA_ONE_KEY:items', '"dataset" has a file and items', { hint: 'keep one of them', at })]
      : []),
    ...(canGiveItems(items)
      ? []
      : [
          problem('EVA_WRONG_TYPE:items', '"items" gives no items', {
            hint: 'give it an array of objects, another iterable, or an async iterable',
            at: { ...at, property },
          }),
        ]),
  ];
}
