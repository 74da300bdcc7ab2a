import type { JsonObject } from '#model/data/json.js';
import { isWrittenBy } from '#model/data/written.js';
import { type FieldConditions, fieldOf, fieldText } from './item.js';

/** One condition of `where` or `unless`, and how many items it drops. */
interface Condition {
  readonly field: string;
  readonly values: ReadonlySet<string>;
  readonly keeps: boolean;
  readonly found: Set<string>;
  dropped: number;
}

export interface DroppedItems {
  readonly condition: string;
  readonly items: number;
}

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
      const listed = listedValue(condition, values);
      if (listed !== undefined) condition.found.add(listed);
      if ((listed !== undefined) === condition.keeps) continue;
      condition.dropped++;
      isKept = false;
    }
    return isKept;
  }

  unmetBy(values: JsonObject): readonly string[] {
    return this.#all
      .filter((condition) => (listedValue(condition, values) !== undefined) !== condition.keeps)
      .map(inWords);
  }

  get fields(): readonly string[] {
    return this.#all.map(({ field }) => field);
  }

  /** Returns the values that no item has; of `unless`, all but the empty one, which guards against items to come. */
  get unmet(): readonly { readonly field: string; readonly value: string; readonly key: 'where' | 'unless' }[] {
    return this.#all.flatMap(({ field, values, keeps, found }) =>
      [...values]
        .filter((value) => !found.has(value) && (keeps || value !== ''))
        .map((value) => ({ field, value, key: keeps ? ('where' as const) : ('unless' as const) })),
    );
  }

  get dropped(): readonly DroppedItems[] {
    return this.#all.map((condition) => ({ condition: inWords(condition), items: condition.dropped }));
  }

  /** The conditions in words: `split = test, language = de or en, label is not empty`. */
  get words(): string {
    return this.#all.map(inWords).join(', ');
  }
}

/** Returns the value of a condition that an item has: the same text, or the same number however it is written; undefined for none. */
function listedValue({ field, values: listed }: Condition, values: JsonObject): string | undefined {
  const text = fieldText(values, field) ?? '';
  if (listed.has(text)) return text;
  const value = fieldOf(values, field);
  return typeof value === 'string' ? undefined : [...listed].find((entry) => isWrittenBy(value, entry));
}

function inWords({ field, values, keeps }: Condition): string {
  const list = [...values].map((value) => (value === '' ? 'empty' : value)).join(' or ');
  if (values.size === 1 && values.has('')) return `${field} is ${keeps ? '' : 'not '}empty`;
  return keeps ? `${field} = ${list}` : `${field} is not ${list}`;
}
