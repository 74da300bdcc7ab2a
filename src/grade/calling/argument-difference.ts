import { isInexact, isObject, type JsonObject, type JsonValue } from '#model/data/json.js';
import { quote } from '../checking/excerpt.js';
import { tooManyDigits } from '../checking/json-equality.js';
import { pointerOf } from '../checking/json-pointer.js';

/** How many differences are counted: enough to see which call comes nearest. */
const mostCounted = 20;

/** A difference between a value and the expected one, as a sentence that is only made if it is shown. */
export type Difference = () => string;

/** The differences between two values, `[]` if they are equal, or why that cannot be decided. */
export type Comparison = readonly Difference[] | { readonly cannot: string };

/**
 * Lists where a value differs from the expected one, at most 20 times. Mappings are compared by key: keys that are not expected are
 * allowed, unless `exactly` is true. Lists are compared by position and length, numbers by value. Equal numbers beyond 2^53 leave it open.
 */
export function argumentDifferences(found: JsonValue, expected: JsonValue, exactly: boolean): Comparison {
  const differences: Difference[] = [];
  const inexact: string[] = [];
  compare(found, expected, { exactly, keys: [], differences, inexact });
  const [first] = inexact;
  return differences.length > 0 || first === undefined ? differences : { cannot: first };
}

interface Walk {
  readonly exactly: boolean;
  /** The keys and positions that lead to the current value. */
  readonly keys: readonly string[];
  readonly differences: Difference[];
  /** Why equal numbers may differ. */
  readonly inexact: string[];
}

function compare(found: JsonValue, expected: JsonValue, walk: Walk): void {
  if (isObject(expected) && isObject(found)) compareMappings(found, expected, walk);
  else if (Array.isArray(expected) && Array.isArray(found)) compareLists(found, expected, walk);
  else if (found !== expected) add(walk, () => `is ${quote(found)}, expected ${quote(expected)}`);
  else if (isInexact(found)) walk.inexact.push(tooManyDigits(walk.keys, found));
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
    add(walk, () => `has ${found.length} items, expected ${expected.length}`);
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
