import type { JsonObject } from '#model/data/json.js';
import { fieldOf, textOf } from '../item.js';
import type { FieldConditions } from './options.js';

/** One condition of `where` or `unless`, and how many items it drops. */
interface Condition {
  readonly field: string;
  readonly values: ReadonlySet<string>;
  readonly keeps: boolean;
  /** The values of the condition that an item has. */
  readonly found: Set<string>;
  dropped: number;
}

/** The number of items that a condition drops by itself. */
export interface Dropped {
  readonly condition: string;
  readonly items: number;
}

/** The conditions that an item must meet to be kept. */
export class Conditions {
  readonly #all: readonly Condition[];

  constructor(where: FieldConditions = {}, unless: FieldConditions = {}) {
    const conditions = (all: FieldConditions, keeps: boolean): readonly Condition[] =>
      Object.entries(all).map(([field, values]) => ({
        field,
        values: new Set(values),
        keeps,
        found: new Set(),
        dropped: 0,
      }));
    this.#all = [...conditions(where, true), ...conditions(unless, false)];
  }

  /** Returns true if an item meets all conditions. Counts for each whether it does. */
  keep(values: JsonObject): boolean {
    let isKept = true;
    for (const condition of this.#all) {
      const text = textIn(condition, values);
      const isListed = condition.values.has(text);
      if (isListed) condition.found.add(text);
      if (isListed === condition.keeps) continue;
      condition.dropped++;
      isKept = false;
    }
    return isKept;
  }

  /** Returns the conditions that an item does not meet, in words. */
  unmetBy(values: JsonObject): readonly string[] {
    return this.#all.filter((one) => one.values.has(textIn(one, values)) !== one.keeps).map(inWords);
  }

  get fields(): readonly string[] {
    return this.#all.map(({ field }) => field);
  }

  /** Returns the values of `where` that no item has. */
  get unmet(): readonly { readonly field: string; readonly value: string }[] {
    return this.#all.flatMap(({ field, values, keeps, found }) =>
      keeps ? [...values].filter((value) => !found.has(value)).map((value) => ({ field, value })) : [],
    );
  }

  get dropped(): readonly Dropped[] {
    return this.#all.map((condition) => ({ condition: inWords(condition), items: condition.dropped }));
  }

  /** The conditions in words: `split = test, language = de or en, label is not empty`. */
  get words(): string {
    return this.#all.map(inWords).join(', ');
  }
}

function textIn({ field }: Condition, values: JsonObject): string {
  return textOf(fieldOf(values, field)) ?? '';
}

function inWords({ field, values, keeps }: Condition): string {
  const list = [...values].map((value) => (value === '' ? 'empty' : value)).join(' or ');
  if (values.size === 1 && values.has('')) return `${field} is ${keeps ? '' : 'not '}empty`;
  return keeps ? `${field} = ${list}` : `${field} is not ${list}`;
}
