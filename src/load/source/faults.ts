import type { JsonObject, JsonValue } from '#model/data/json.js';
import type { DataPath } from '#schema/shape-issue.js';
import { valueAt } from './path.js';

/** A fault of a part of a document. */
export interface Fault {
  readonly path: DataPath;
  /**
   * `useless`: the value cannot be used. `strange`: the key is unknown. `lacking`: the value is readable, but has too few or too many keys.
   * `incomplete`: a part of the value is missing.
   */
  readonly kind: 'useless' | 'strange' | 'lacking' | 'incomplete';
  /** The known key that an unknown one probably means. */
  readonly meant?: string | undefined;
}

/** The faults at a part of a document, and below it. */
interface Spot {
  isCut: boolean;
  isIncomplete: boolean;
  /** The known keys that its unknown keys probably mean; undefined for one without a likely meaning. */
  readonly meant: (string | undefined)[];
  readonly below: Map<string | number, Spot>;
}

/** Tells which parts of a document can be used. */
export interface Faults {
  /** The value without its useless parts: keys are omitted, and items of a list are null. */
  readonly readable: JsonValue;
  /** Returns true if there is no fault at or below a path. */
  isSound(path: DataPath): boolean;
  /** Returns true if a path has a value, even a useless one. */
  holds(path: DataPath): boolean;
  /** Returns true if the mapping at a path has no such key, and no other key is a misspelling of it. */
  lacks(path: DataPath, key: string): boolean;
}

/** Separates the usable parts of a document from its faults. */
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
