import { EvaError, problem } from '#errors/index.js';
import { noSliceValue } from '#model/dataset.js';
import { isBlank } from '#model/text/characters.js';
import { groupedDigits, plural, quoted, short } from '#model/text/quoted.js';
import { fieldOf, fieldPath, fieldText } from '../item.js';
import { ProblemList } from '../reading/problem-list.js';
import type { FileFacts, ReadItem } from '../reading/read-item.js';
import { type ItemSource, maxItems, nameOf } from '../source.js';
import { Conditions } from './conditions.js';
import { findDuplicates } from './duplicates.js';
import { FieldCheck, inexactNumber } from './field-check.js';
import { type ItemIndex, KeptItems } from './item-columns.js';
import type { IndexOptions, PlacedItem } from './options.js';

/** Checks the items of a source one by one, and makes an index of those that are kept. */
export class IndexBuilder {
  readonly problems: ProblemList;
  readonly #source: ItemSource;
  readonly #options: IndexOptions;
  readonly #conditions: Conditions;
  readonly #fields: FieldCheck;
  readonly #kept: KeptItems;
  #items = 0;

  constructor(source: ItemSource, options: IndexOptions) {
    const { inputs, optional = [], id, cluster, slices, used } = options;
    this.problems = new ProblemList(nameOf(source));
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
      throw new EvaError([problem('EVA_DATA_LARGE:items', { limit: maxItems }, { at: item.place() })]);
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
    const file = nameOf(this.#source);
    if (this.#items === 0) {
      if (!this.problems.hasErrors)
        this.problems.add(problem('EVA_DATA_EMPTY:file', null, { at: { file, line: 1, column: 1 } }));
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
    if (this.#kept.ids.length === 0 && !this.problems.hasErrors) {
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
    for (const field of slices.filter((one) => fieldText(values, one) === noSliceValue)) {
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
