import { isObject, type JsonObject, type JsonValue } from '#model/data/json.js';
import { noSliceValue } from '#model/dataset.js';
import type { Loaded, Place, Problem } from '#model/problem.js';
import { EvaError, problem } from '#model/problem.js';
import { isBlank } from '#model/text/characters.js';
import { nearest } from '#model/text/nearest.js';
import { groupedDigits, plural, quoted, short } from '#model/text/quoted.js';
import { Conditions } from './conditions.js';
import { findDuplicates } from './duplicates.js';
import { fieldOf, fieldPath, fieldText, type IndexOptions, type PlacedItem } from './item.js';
import { type ItemIndex, KeptItems } from './item-index.js';
import {
  type ItemPath,
  type ItemSource,
  maxItems,
  nameOfItemFile,
  noItems,
  noValue,
  tooManyItems,
} from './item-source.js';
import { readItems } from './read-items.js';
import { type FileFacts, ProblemList, type ReadItem } from './record-place.js';

/**
 * Reads a data set once, checks every item, and notes where each kept item is. Reports all problems; the value is null if one of them is an
 * error.
 */
export function indexItems(source: ItemSource, options: IndexOptions): Loaded<ItemIndex> {
  const builder = new IndexBuilder(source, options);
  try {
    const facts = readItems(source, (item) => builder.add(item), builder.problems);
    const value = facts && builder.finish(facts);
    return { value: builder.problems.hasErrors ? null : value, problems: builder.problems.list() };
  } catch (error) {
    if (!(error instanceof EvaError)) throw error;
    return { value: null, problems: [...builder.problems.list(), ...error.problems] };
  }
}

/** Checks that each field that a case refers to is in some item, and that each kept item has a value for the ones that it must have. */
class FieldCheck {
  readonly #fields = new Map<string, { isThere: boolean; readonly problems: Problem[]; count: number }>();
  readonly #required: readonly string[];
  readonly #names = new Set<string>();
  #searched = 0;

  /** `required` are those of `fields` that every kept item needs. */
  constructor(fields: readonly string[], required: readonly string[]) {
    for (const field of fields) this.#fields.set(field, { isThere: false, problems: [], count: 0 });
    this.#required = [...new Set(required)];
  }

  see(values: JsonObject): void {
    for (const [field, known] of this.#fields) known.isThere ||= fieldPath(values, field) !== undefined;
    if (this.#searched++ < maxSearched) this.#collect(values, '');
  }

  isKnown(field: string): boolean {
    return this.#fields.get(field)?.isThere === true;
  }

  /** Finds the missing values of an item that is kept. Returns false if there is one. */
  require(item: ReadItem): boolean {
    let isWhole = true;
    for (const field of this.#required) {
      const value = fieldOf(item.values, field);
      if (value !== undefined && value !== null) continue;
      isWhole = false;
      const missing = this.#fields.get(field);
      if (!missing) continue;
      missing.count++;
      if (missing.problems.length >= maxKept) continue;
      const at = item.place(fieldPath(item.values, field));
      missing.problems.push(
        value === null
          ? problem('EVA_DATA_VALUE:null', `${quoted(field)} is null, which is no value`, {
              hint: 'write a value, or leave out such items with unless',
              at,
            })
          : noValue(field, at),
      );
    }
    return isWhole;
  }

  /** Reports the fields that are in no item, at each place that names them, and the values that items lack. */
  report(problems: ProblemList, placesOf: (field: string) => readonly Place[]): void {
    const names = [...this.#names];
    for (const [field, { isThere, problems: missing, count }] of this.#fields) {
      if (isThere) {
        for (const entry of missing) problems.add(entry);
        problems.addMore(count - missing.length);
        continue;
      }
      const trimmed = names.find((name) => name.trim() === field.trim());
      const meant = trimmed ?? nearest(field, names);
      const [first, ...others] = placesOf(field);
      for (const at of [first, ...others])
        problems.add(
          problem('EVA_DATA_FIELD:unknown', `no item has a field ${quoted(field)}`, {
            hint: fieldHint(meant, trimmed !== undefined, names.slice(0, 12)),
            at,
          }),
        );
    }
  }

  #collect(values: JsonObject, prefix: string): void {
    for (const key of Object.keys(values)) {
      if (this.#names.size >= maxNames) return;
      this.#names.add(`${prefix}${key}`);
      const inner = values[key] ?? null;
      if (prefix === '' && isObject(inner)) this.#collect(inner, `${key}.`);
    }
  }
}

/** Checks the items of a source one by one, and makes an index of those that are kept. */
class IndexBuilder {
  readonly problems: ProblemList;
  readonly #source: ItemSource;
  readonly #options: IndexOptions;
  readonly #conditions: Conditions;
  readonly #fields: FieldCheck;
  readonly #kept: KeptItems;
  #items = 0;

  constructor(source: ItemSource, options: IndexOptions) {
    const { inputs, optional = [], id, cluster, slices, used } = options;
    this.problems = new ProblemList(nameOfItemFile(source));
    this.#source = source;
    this.#options = options;
    this.#conditions = new Conditions(options.where, options.unless);
    this.#kept = new KeptItems(source, options);
    const filled = Object.entries(inputs).filter(([name]) => !optional.includes(name));
    const own = [...(id === undefined ? [] : [id]), ...(cluster ? [cluster.field] : [])];
    const required = [...filled.map(([, field]) => field), ...used, ...own];
    const all = [...Object.values(inputs), ...used, ...own, ...slices, ...this.#conditions.fields];
    this.#fields = new FieldCheck(all, required);
  }

  /** Checks an item, and notes it if it is kept. */
  add(item: ReadItem): void {
    this.#items++;
    if (this.#items > maxItems) {
      throw new EvaError([tooManyItems(item.place())]);
    }
    this.#fields.see(item.values);
    if (!this.#conditions.keep(item.values)) return;
    const isWhole = this.#fields.require(item);
    const areExact = this.#checkNumbers(item);
    for (const entry of this.#options.check(placed(item))) this.problems.add(entry);
    this.#checkTexts(item);
    if (isWhole && areExact) this.#kept.add(item);
  }

  /** Completes the index of all items that were added; null if there is an error. */
  finish(facts: FileFacts): ItemIndex | null {
    const file = nameOfItemFile(this.#source);
    if (this.#items === 0) {
      if (!this.problems.hasErrors) this.problems.add(noItems(file));
      return null;
    }
    const { at } = this.#options;
    this.#fields.report(this.problems, at.fields);
    for (const { field, value, key } of this.#conditions.unmet) {
      if (!this.#fields.isKnown(field)) continue;
      const place = at.fields(field)[0] ?? at.where;
      this.problems.add(
        problem('EVA_DATA_VALUE:nowhere', `no item has ${quoted(value)} in ${quoted(field)}`, {
          hint: `correct the value, or remove it from ${key}`,
          at: place,
          severity: 'warning',
        }),
      );
    }
    if (this.#kept.length === 0 && !this.problems.hasErrors) {
      const { dropped } = this.#conditions;
      this.problems.add(
        problem('EVA_DATA_EMPTY:filtered', `the conditions leave none of ${plural(this.#items, 'item')}`, {
          hint: `change a condition: ${dropped.map(({ condition, items: some }) => `${short(condition)} drops ${groupedDigits(some)}`).join('; ')}`,
          at: at.where,
        }),
      );
    }
    const duplicates = findDuplicates(
      { source: this.#source, kept: this.#kept, options: this.#options, header: facts.header },
      this.problems,
    );
    if (this.problems.hasErrors) return null;
    const { words: filter, dropped } = this.#conditions;
    return this.#kept.inOrder(facts, { items: this.#items, filter, dropped, duplicates });
  }

  #checkNumbers(item: ReadItem): boolean {
    const { inputs, used, slices } = this.#options;
    let areExact = true;
    for (const field of new Set([...Object.values(inputs), ...used, ...slices])) {
      const value = fieldOf(item.values, field);
      if (value === undefined || typeof value === 'string') continue;
      const path = inexactNumber(item, value, fieldPath(item.values, field) ?? [field]);
      if (!path) continue;
      areExact = false;
      const literal = item.literal(path) ?? '';
      this.problems.add(
        problem('EVA_DATA_VALUE:number', `the number ${short(literal)} of ${quoted(field)} cannot be read exactly`, {
          hint: 'write it as text, in quotes',
          at: item.place(path),
        }),
      );
    }
    return areExact;
  }

  /** Reports an id or a cluster without visible characters, and a slice with the name of the empty one. */
  #checkTexts({ values, place }: ReadItem): void {
    const { id, cluster, slices } = this.#options;
    for (const field of slices.filter((name) => fieldText(values, name) === noSliceValue)) {
      this.problems.add(
        problem(
          'EVA_DATA_VALUE:slice',
          `${quoted(noSliceValue)} in ${quoted(field)} is the name of the slice of items without a value`,
          { hint: 'leave the value empty, or write another text', at: place(fieldPath(values, field)) },
        ),
      );
    }
    const blank = (field: string | undefined) => field !== undefined && isBlank(fieldText(values, field) ?? 'none');
    if (id !== undefined && blank(id))
      this.problems.add(
        problem('EVA_DATA_ID:blank', `the id in ${quoted(id)} is blank`, {
          hint: 'give every item an id, or remove id: from the data set',
          at: place(fieldPath(values, id)),
        }),
      );
    if (cluster && blank(cluster.field)) {
      const { field } = cluster;
      this.problems.add(
        problem('EVA_DATA_VALUE:cluster', `the cluster in ${quoted(field)} is blank`, {
          hint: 'give every item a cluster, or leave out such items with unless',
          at: place(fieldPath(values, field)),
        }),
      );
    }
  }
}

function placed(item: ReadItem): PlacedItem {
  const { values, line } = item;
  return {
    values,
    line,
    value: (field) => fieldOf(values, field),
    text: (field) => fieldText(values, field),
    place: (field) => item.place(field === undefined ? undefined : fieldPath(values, field)),
  };
}

/** The names that may be suggested: those of the first items. */
const maxNames = 200;

const maxSearched = 1000;

const maxKept = 20;

/** Returns the path of a number that a double cannot hold exactly, or that is not finite; undefined if all numbers are exact. */
function inexactNumber(item: ReadItem, value: JsonValue, path: ItemPath): ItemPath | undefined {
  if (typeof value === 'number')
    return Math.abs(value) >= 2 ** 53 && isInexact(item.literal(path), value) ? path : undefined;
  if (value === null || typeof value !== 'object') return undefined;
  for (const [step, inner] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
    const found = inexactNumber(item, inner as JsonValue, [...path, step]);
    if (found) return found;
  }
  return undefined;
}

function isInexact(literal: string | undefined, value: number): boolean {
  if (!Number.isFinite(value)) return true;
  if (literal === undefined || !/^[+-]?\d+$/.test(literal)) return false;
  const digits = literal.replace(/^[+-]?0*/, '');
  return digits.length > 16 || BigInt(digits) > 2n ** 53n;
}

/** Returns what to write for an unknown field. `isPadded` is true if its name differs from `meant` in spaces at the ends alone. */
function fieldHint(meant: string | undefined, isPadded: boolean, known: readonly string[]): string | undefined {
  if (meant !== undefined)
    return isPadded ? `remove the spaces around ${quoted(meant)} in the file` : `did you mean ${quoted(meant)}?`;
  return known.length > 0 ? `the file has ${known.map(quoted).join(', ')}` : undefined;
}
