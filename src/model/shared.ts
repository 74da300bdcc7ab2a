/** Keeps what was made for a key, so that it is made once. What comes after the first 10,000 keys is made each time. */
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
