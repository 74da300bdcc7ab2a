import type { JsonObject, JsonValue } from '#model/data/json.js';
import type { DataPath } from '#schema/shape-issue.js';
import { valueAt } from './path.js';

/** Something wrong with a part of a document. */
export interface Fault {
  readonly path: DataPath;
  /**
   * `useless`: nothing can be made of the value. `strange`: the key is not known. `lacking`: it is readable, and a key is missing or
   * there are too many. `incomplete`: it is readable as far as it goes.
   */
  readonly kind: 'useless' | 'strange' | 'lacking' | 'incomplete';
  /** The key that a strange one was probably meant to be. */
  readonly meant?: string | undefined;
}

/** What is wrong at a part of a document, and below it. */
interface Spot {
  isCut: boolean;
  isIncomplete: boolean;
  /** What the strange keys in it were meant to be; undefined for one that could be anything. */
  readonly meant: (string | undefined)[];
  readonly below: Map<string | number, Spot>;
}

/** What of a document can be relied on, part by part. */
export interface Faults {
  /** The value without its useless parts: a key is left out, and null stands for an item of a list. */
  readonly readable: JsonValue;
  /** True if no fault lies at or below a path. */
  isSound(path: DataPath): boolean;
  /** True if somebody wrote something at a path, be it useless. */
  holds(path: DataPath): boolean;
  /** True if the mapping at a path, absent or not, surely has no such key: nothing there was meant to be it. */
  lacks(path: DataPath, key: string): boolean;
}

/** Sorts a document's value into what can be read and what cannot. */
export function separateFaults(value: JsonValue, faults: readonly Fault[]): Faults {
  const root = newSpot();
  for (const fault of faults) add(root, fault);
  const holds = (path: DataPath) => valueAt(value, path) !== undefined;
  const lacks = (path: DataPath, key: string): boolean => {
    if (holds([...path, key])) return false;
    const spot = spotAt(root, path);
    if (spot?.isCut || spot?.isIncomplete) return false;
    if (spot?.meant.some((meant) => meant === undefined || meant === key)) return false;
    const last = path.at(-1);
    return typeof last !== 'string' || holds(path) || lacks(path.slice(0, -1), last);
  };
  const isSound = (path: DataPath) => (path.length === 0 ? faults.length === 0 : !spotAt(root, path));
  return { readable: readable(value, root), isSound, holds, lacks };
}

function newSpot(): Spot {
  return { isCut: false, isIncomplete: false, meant: [], below: new Map() };
}

function add(root: Spot, { path, kind, meant }: Fault): void {
  let spot = root;
  for (const [index, step] of path.entries()) {
    if (kind === 'strange' && index === path.length - 1) spot.meant.push(meant);
    const next = spot.below.get(step) ?? newSpot();
    spot.below.set(step, next);
    spot = next;
  }
  spot.isCut ||= kind === 'useless' || kind === 'strange';
  spot.isIncomplete ||= kind === 'incomplete';
}

function spotAt(root: Spot, path: DataPath): Spot | undefined {
  let spot: Spot | undefined = root;
  for (const step of path) spot = spot?.below.get(step);
  return spot;
}

function readable(value: JsonValue, spot: Spot): JsonValue {
  if (spot.isCut) return null;
  if (spot.below.size === 0 || value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) {
    return value.map((item: JsonValue, index) => {
      const below = spot.below.get(index);
      return below ? readable(item, below) : item;
    });
  }
  const kept = Object.entries(value as JsonObject).filter(([key]) => !spot.below.get(key)?.isCut);
  return Object.fromEntries(
    kept.map(([key, one]) => {
      const below = spot.below.get(key);
      return [key, below ? readable(one, below) : one];
    }),
  );
}
