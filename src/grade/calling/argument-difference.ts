import { isObject, type JsonObject, type JsonValue } from '#model/data/json.js';
import { plural } from '#model/text/quoted.js';
import { quote } from '../checking/excerpt.js';
import { pointerOf } from '../checking/json-pointer.js';

/** How many differences are counted: enough to see which call comes nearest. */
const mostCounted = 20;

/** A difference between a value and the expected one, as a sentence that is only made if it is shown. */
export type Difference = () => string;

/**
 * Lists where a value differs from the expected one, at most 20 times. Mappings are compared by key: keys that are not expected are
 * allowed, unless `exactly` is true. Lists are compared by position and length, numbers by value.
 */
export function argumentDifferences(found: JsonValue, expected: JsonValue, exactly: boolean): readonly Difference[] {
  const differences: Difference[] = [];
  compare(found, expected, { exactly, keys: [], differences });
  return differences;
}

interface Walk {
  readonly exactly: boolean;
  /** The keys and positions that lead to the current value. */
  readonly keys: readonly string[];
  readonly differences: Difference[];
}

function compare(found: JsonValue, expected: JsonValue, walk: Walk): void {
  if (isObject(expected) && isObject(found)) compareMappings(found, expected, walk);
  else if (Array.isArray(expected) && Array.isArray(found)) compareLists(found, expected, walk);
  else if (found !== expected) add(walk, () => `is ${quote(found)}, expected ${quote(expected)}`);
}

function compareMappings(found: JsonObject, expected: JsonObject, walk: Walk): void {
  for (const [key, wanted] of Object.entries(expected)) {
    if (isFull(walk)) return;
    const inside = { ...walk, keys: [...walk.keys, key] };
    const own = Object.hasOwn(found, key) ? found[key] : undefined;
    if (own === undefined) add(inside, () => `is missing, expected ${quote(wanted)}`);
    else compare(own, wanted, inside);
  }
  if (!walk.exactly) return;
  for (const key of Object.keys(found)) {
    if (isFull(walk)) return;
    if (!Object.hasOwn(expected, key)) add({ ...walk, keys: [...walk.keys, key] }, () => 'is not expected');
  }
}

function compareLists(found: readonly JsonValue[], expected: readonly JsonValue[], walk: Walk): void {
  if (found.length !== expected.length) {
    add(walk, () => `has ${plural(found.length, 'item')}, expected ${expected.length}`);
  }
  for (const [index, wanted] of expected.entries()) {
    const own = found[index];
    if (own === undefined || isFull(walk)) return;
    compare(own, wanted, { ...walk, keys: [...walk.keys, String(index)] });
  }
}

function isFull({ differences }: Walk): boolean {
  return differences.length >= mostCounted;
}

function add({ keys, differences }: Walk, what: () => string): void {
  differences.push(() => `${keys.length === 0 ? 'the whole' : pointerOf(keys)} ${what()}`);
}
