import type { TextCount } from '#dataset/item-index.js';
import type { JsonValue } from '#model/data/json.js';
import { isWrittenBy } from '#model/data/written.js';
import { trimmed } from '#model/text/characters.js';
import { nearest } from '#model/text/nearest.js';

/** The maximum number of searches for the class that a text resembles: each compares it with all classes. */
const mostSearches = 100;

/** Finds classes by texts, as grades of responses do: without white space at both ends, and without letter case if that is ignored. */
export class ClassNames {
  #searches = 0;
  readonly #names: readonly string[];
  readonly #exact: ReadonlyMap<string, number>;
  readonly #folded: ReadonlyMap<string, number> | null;

  constructor(names: readonly string[], ignoreCase: boolean) {
    this.#names = names;
    this.#exact = firstIndexes(names.map((name) => trimmed(name).text));
    this.#folded = ignoreCase ? firstIndexes(names.map((name) => trimmed(name).text.toLowerCase())) : null;
  }

  /** Returns the index of the class that a text names, or a number or truth value however it is written; undefined for none of them. */
  indexOf(text: string, value?: JsonValue): number | undefined {
    const own = trimmed(text).text;
    const index = this.#exact.get(own) ?? this.#folded?.get(own.toLowerCase());
    const written = index ?? this.#names.findIndex((name) => isWrittenBy(value, name));
    return written === -1 ? undefined : written;
  }

  /** Returns the index of the first class that has the same texts as an earlier one; -1 if all differ. */
  firstRepeated(): number {
    return this.#names.findIndex((name, index) => this.indexOf(name) !== index || this.#isFoldedTwice(name, index));
  }

  /** Returns the class that a text resembles; null if no class is similar, or after so many searches that no more problems are listed. */
  nearest(text: string): string | null {
    if (this.#searches++ >= mostSearches) return null;
    return nearest(trimmed(text).text, this.#names) ?? null;
  }

  /** Adds up counts of texts by class, in the order of the classes. */
  sum(counts: readonly TextCount[]): { readonly kept: readonly number[]; readonly asked: readonly number[] } {
    const kept = this.#names.map(() => 0);
    const asked = this.#names.map(() => 0);
    for (const one of counts) {
      const index = this.indexOf(one.text, one.value);
      if (index === undefined) continue;
      kept[index] = (kept[index] ?? 0) + one.kept;
      asked[index] = (asked[index] ?? 0) + one.asked;
    }
    return { kept, asked };
  }

  #isFoldedTwice(name: string, index: number): boolean {
    return this.#folded !== null && this.#folded.get(trimmed(name).text.toLowerCase()) !== index;
  }
}

function firstIndexes(texts: readonly string[]): ReadonlyMap<string, number> {
  const indexes = new Map<string, number>();
  for (const [index, text] of texts.entries()) if (!indexes.has(text)) indexes.set(text, index);
  return indexes;
}

/** Returns the classes that a file names: the most frequent first, and of texts that are the same class the most frequent one. */
export function classesIn(counts: readonly TextCount[], ignoreCase: boolean): readonly string[] {
  const byName = new Map<string, number>();
  for (const { text, kept } of counts) {
    const name = trimmed(text).text;
    if (name !== '') byName.set(name, (byName.get(name) ?? 0) + kept);
  }
  const names = [...byName].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([name]) => name);
  if (!ignoreCase) return names;
  const seen = new Set<string>();
  return names.filter((name) => {
    const folded = name.toLowerCase();
    return !seen.has(folded) && seen.add(folded);
  });
}
