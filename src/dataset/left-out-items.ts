import { sha256 } from '#model/data/digest.js';
import type { Place } from '#model/problem.js';
import { Conditions } from './indexing/conditions.js';
import { UsedValues } from './indexing/used-values.js';
import { fieldText } from './item.js';
import type { ItemIndex } from './item-index.js';
import { idOfDigest } from './order.js';
import { ProblemList } from './reading/problem-list.js';
import { readItems } from './reading/read-items.js';
import { nameOf } from './source.js';

/** Why an index does not keep an item, and where the item is. */
export interface LeftOutItem {
  /** The conditions of `where` and `unless` that it does not meet, in words. */
  readonly conditions: readonly string[];
  readonly at: Place;
}

/** Reads the source of an index again, and finds which of some ids belong to items that it does not keep. */
export function leftOutItems(index: ItemIndex, ids: readonly string[]): ReadonlyMap<string, LeftOutItem> {
  const { source, options } = index;
  const wanted = new Set(ids);
  const conditions = new Conditions(options.where, options.unless);
  const used = new UsedValues(options);
  const found = new Map<string, LeftOutItem>();
  const visit: Parameters<typeof readItems>[1] = ({ values, place }) => {
    const id = options.id === undefined ? idOfDigest(sha256(used.inputsText(values))) : fieldText(values, options.id);
    if (id === null || !wanted.has(id) || found.has(id)) return;
    const unmet = conditions.unmetBy(values);
    if (unmet.length > 0) found.set(id, { conditions: unmet, at: place() });
  };
  readItems(source, visit, new ProblemList(nameOf(source)));
  return found;
}
