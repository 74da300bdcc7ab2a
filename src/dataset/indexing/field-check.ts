import { problem } from '#errors/index.js';
import { unknownFieldHint } from '#errors/sentences/input/dataset.js';
import { isObject, type JsonObject, type JsonValue } from '#model/data/json.js';
import type { Place, Problem } from '#model/problem.js';
import { nearest } from '#model/text/nearest.js';
import { quoted } from '#model/text/quoted.js';
import { fieldOf, fieldPath } from '../item.js';
import type { ProblemList } from '../reading/problem-list.js';
import type { ReadItem } from '../reading/read-item.js';
import type { ItemPath } from '../source.js';

/** The names that may be suggested: those of the first items. */
const maxNames = 200;
const maxSearched = 1000;
const maxKept = 20;

interface Missing {
  isThere: boolean;
  readonly problems: Problem[];
  count: number;
}

/** Checks that each field that a case refers to is in some item, and that each kept item has a value for the ones that it must have. */
export class FieldCheck {
  readonly #fields = new Map<string, Missing>();
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
      const key = value === null ? 'EVA_DATA_VALUE:null' : 'EVA_DATA_VALUE:missing';
      missing.problems.push(problem(key, { field }, { at }));
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
      const params = { field, meant, isPadded: trimmed !== undefined, known: names.slice(0, 12) };
      const [first, ...others] = placesOf(field);
      for (const at of [first, ...others])
        problems.add(
          problem('EVA_DATA_FIELD:unknown', `no item has a field ${quoted(params.field)}`, {
            hint: unknownFieldHint(params),
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

/** Returns the path of a number that a double cannot hold exactly, or that is not finite; undefined if all numbers are exact. */
export function inexactNumber(item: ReadItem, value: JsonValue, path: ItemPath): ItemPath | undefined {
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
