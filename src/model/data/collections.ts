/** Groups items by a key, in the order in which the keys first occur. */
export function groupBy<Item, Key>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const known = groups.get(key);
    if (known) known.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** Removes items whose key was already seen; keeps the order. Default: removes those with the same content. */
export function uniqueBy<T>(items: readonly T[], keyOf: (item: T) => string = JSON.stringify): readonly T[] {
  const first = new Map<string, T>();
  for (const item of items) {
    const key = keyOf(item);
    if (!first.has(key)) first.set(key, item);
  }
  return [...first.values()];
}

const maxCached = 10_000;

/** Caches values by key, at most 10,000 of them. */
export class BoundedCache<Key, Value> {
  readonly #cached = new Map<Key, Value>();

  /** Returns the cached value, or undefined. */
  get(key: Key): Value | undefined {
    return this.#cached.get(key);
  }

  /** Returns the cached value, or computes it and caches it while there is room. */
  of(key: Key, make: () => Value): Value {
    const known = this.#cached.get(key);
    if (known !== undefined) return known;
    const value = make();
    if (this.#cached.size < maxCached) this.#cached.set(key, value);
    return value;
  }
}

/** Returns a function that computes a value at its first call, and returns it again at later ones. */
export function lazy<T>(compute: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: compute() };
    return made.value;
  };
}

/** Waits for all, also once one is rejected: none goes on behind the caller's back. Throws the first error in their order. */
export async function settledAll<T>(promises: readonly Promise<T>[]): Promise<readonly T[]> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}

/** Makes a `switch` over a union exhaustive: the compiler reports a missing case. */
export function unreachable(kind: never): never {
  throw new Error(`unreachable: ${String(kind)}`);
}

/** Rounds seconds to milliseconds: finer digits are noise in files that people commit. */
export function roundToMilliseconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

/** Waits for one turn of the event loop, so that long synchronous work does not block signals, timers and I/O. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Returns a function that runs work, at most `limit` pieces at a time, in the order of the calls. */
export function limitConcurrency(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = limit;
  const queue = new Set<() => void>();
  const take = async () => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => queue.add(resolve));
  };
  const giveBack = () => {
    const [next] = queue;
    if (next) {
      queue.delete(next);
      next();
    } else free += 1;
  };
  return async (work) => {
    await take();
    try {
      return await work();
    } finally {
      giveBack();
    }
  };
}
