/** Caches values by key, at most 10,000 of them. */
export class Shared<Key, Value> {
  readonly #held = new Map<Key, Value>();

  get(key: Key): Value | undefined {
    return this.#held.get(key);
  }

  of(key: Key, make: () => Value): Value {
    const known = this.#held.get(key);
    if (known !== undefined) return known;
    const value = make();
    if (this.#held.size < mostShared) this.#held.set(key, value);
    return value;
  }
}

const mostShared = 10_000;
