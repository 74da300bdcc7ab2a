import { type IndexOptions, type ItemIndex, indexItems } from '#dataset/item-index.js';
import { type ItemSource, nameOf } from '#dataset/source.js';
import { canonicalJson } from '#model/data/digest.js';
import type { Loaded } from '#model/problem.js';

/** Indexes the files of data sets, each once for all cases that use the same parts of it. */
export class DataFiles {
  readonly #known = new Map<string, Loaded<ItemIndex>>();

  /** Indexes a file. `uses` is all that decides which problems its items have, besides the plain data of the options. */
  index(file: ItemSource, options: IndexOptions, uses: unknown): Loaded<ItemIndex> {
    const { check: _check, requestOf: _request, at: _at, files: _files, ...plain } = options;
    const key = canonicalJson([nameOf(file), plain, uses]);
    const known = this.#known.get(key);
    if (known) return known;
    const indexed = indexItems(file, options);
    this.#known.set(key, indexed);
    return indexed;
  }
}
