import { resolve } from 'node:path';
import { sha256 } from '#model/data/digest.js';
import { isObject, type JsonValue } from '#model/data/json.js';
import { type Loaded, messageOf, type Place, type Problem, problem } from '#model/problem.js';
import { short } from '#model/text/quoted.js';
import { canonicalItemJson } from '../items/item.js';
import {
  type ListSource,
  maxItemBytes,
  maxItems,
  maxListBytes,
  tooLargeItem,
  tooManyItems,
} from '../items/item-source.js';
import { mostProblems, type Path } from '../source/place.js';
import { plainCopy, propertyOf } from './data-source.js';

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

/** Items of a program as plain data; the value is null if there is a problem. */
interface HeldItems extends Loaded<readonly JsonValue[]> {
  /** The error that the iterable threw. */
  readonly cause?: unknown;
}

/** The items of iterables, most of which can be read only once. They are held as long as their iterable exists. */
const held = new WeakMap<object, Promise<HeldItems>>();

/** Returns true if a value can give items: an iterable or an async iterable, but not a text. */
function canGiveItems(value: unknown): value is Iterable<unknown> | AsyncIterable<unknown> {
  if (typeof value !== 'object' || value === null) return false;
  return [Symbol.iterator, Symbol.asyncIterator].some((key) => typeof Reflect.get(value, key) === 'function');
}

/**
 * Reads the items of a data set, and copies them as plain data. Reads an array each time, and any other iterable once. `file` names the
 * scenario in problems: EVA_NOT_DATA, EVA_DATA_LARGE, EVA_DATA_EMPTY, and EVA_UNREADABLE if the iterable throws an error. Never rejects.
 */
async function holdItems(items: Iterable<unknown> | AsyncIterable<unknown>, file: string): Promise<HeldItems> {
  const known = Array.isArray(items) ? readAll(items) : (held.get(items) ?? readAll(items));
  if (!Array.isArray(items)) held.set(items, known);
  const { problems, ...result } = await known;
  return { ...result, problems: problems.map((entry) => ({ ...entry, at: { ...entry.at, file } })) };
}

async function readAll(items: Iterable<unknown> | AsyncIterable<unknown>): Promise<HeldItems> {
  const list = new ItemList();
  try {
    // An ordinary iterable is read without waiting for each item, which would take many times as long.
    if (Symbol.iterator in items) {
      for (const item of items) if (!list.add(item)) break;
    } else {
      for await (const item of items) if (!list.add(item)) break;
    }
  } catch (cause) {
    const why = messageOf(cause);
    return {
      value: null,
      problems: [
        problem('EVA_UNREADABLE:items', `the iterable threw an error: ${short(why)}`, { at: placeOf([list.length]) }),
      ],
      cause,
    };
  }
  return list.finish();
}

/** Returns the place of a part of the items. The scenario is not known yet: several may share them. */
function placeOf(path: Path): Place {
  return { file: '', property: propertyOf(['dataset', 'items', ...path]) };
}

/** Collects copies of items up to the limits of a list. */
class ItemList {
  readonly #items: JsonValue[] = [];
  readonly #problems: Problem[] = [];
  #left = maxListBytes;

  get length(): number {
    return this.#items.length;
  }

  /** Adds a copy of an item. Returns false if the list is full, or has too many problems. */
  add(item: unknown): boolean {
    const index = this.length;
    if (index >= maxItems) return this.#refuse(tooManyItems(placeOf([index])));
    const limit = Math.min(maxItemBytes, this.#left);
    const { value, problems, size } = plainCopy(item, { path: [index], place: placeOf, limit });
    if (size > maxItemBytes) return this.#refuse(tooLargeItem(placeOf([index])));
    if (size > limit)
      return this.#refuse(
        problem('EVA_DATA_LARGE:list', `the items are larger than ${maxListBytes / 1024 ** 2} MiB`, {
          hint: 'save them as JSONL and name the file with "file"',
          ...at([]),
        }),
      );
    this.#left -= size;
    this.#items.push(value);
    this.#problems.push(...problems);
    return this.#problems.length < mostProblems;
  }

  finish(): HeldItems {
    if (this.length === 0 && this.#problems.length === 0)
      this.#refuse(
        problem('EVA_DATA_EMPTY:items', 'there are no items', { hint: 'give "items" at least one object', ...at([]) }),
      );
    return { value: this.#problems.length > 0 ? null : this.#items, problems: this.#problems };
  }

  #refuse(entry: Problem): false {
    this.#problems.push(entry);
    return false;
  }
}

function at(path: Path): { readonly at: Place } {
  return { at: placeOf(path) };
}
