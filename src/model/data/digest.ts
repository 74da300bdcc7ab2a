import crypto, { randomFillSync } from 'node:crypto';

/**
 * Returns the sha256 of a text (as UTF-8) or of bytes, in lower-case hex. `createHash` would make an object that stays in memory until the next
 * full garbage collection.
 */
export function sha256(data: string | Uint8Array): string {
  return crypto.hash('sha256', data);
}

/**
 * Writes JSON with object keys in code-unit order and without white space, so that equal data give equal texts. Omits keys whose value is
 * `undefined`, as JSON.stringify does.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (inner === null || typeof inner !== 'object' || Array.isArray(inner)) return inner;
    const entries = Object.entries(inner);
    return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

const digest = /^[0-9a-f]{64}$/;

/** The number of 32-bit words of a digest that are kept: its last 128 bits. */
const words = 4;

/**
 * Maps sha256 digests to numbers of 0 or more, such as the key of each reply of a run to its place in a file. Keeps 24 bytes per slot outside
 * the heap: strings in a `Map` take three times as much. Takes other keys too.
 */
export class DigestMap {
  readonly #others = new Map<string, number>();
  /** Multiplies the words of a digest. It is random, so that nobody can choose digests that fall into the same slot. */
  readonly #factors = randomFillSync(new Uint32Array(words)).map((factor) => factor | 1);
  readonly #wanted = new Uint32Array(words);
  #digests = new Uint32Array(words * 16);
  /** The numbers plus 1; 0 for a free slot. */
  #numbers = new Float64Array(16);
  #taken = 0;

  get size(): number {
    return this.#taken + this.#others.size;
  }

  has(key: string): boolean {
    return this.get(key) !== undefined;
  }

  get(key: string): number | undefined {
    if (!digest.test(key)) return this.#others.get(key);
    const number = this.#numbers[this.#slotOf(key)] ?? 0;
    return number === 0 ? undefined : number - 1;
  }

  set(key: string, number: number): void {
    if (!digest.test(key)) {
      this.#others.set(key, number);
      return;
    }
    const slot = this.#slotOf(key);
    const isNew = this.#numbers[slot] === 0;
    this.#digests.set(this.#wanted, words * slot);
    this.#numbers[slot] = number + 1;
    if (!isNew) return;
    this.#taken += 1;
    if (this.#taken > 0.75 * this.#numbers.length) this.#grow();
  }

  #grow(): void {
    const [digests, numbers] = [this.#digests, this.#numbers];
    this.#digests = new Uint32Array(2 * digests.length);
    this.#numbers = new Float64Array(2 * numbers.length);
    for (const [old, number] of numbers.entries()) {
      if (number === 0) continue;
      this.#wanted.set(digests.subarray(words * old, words * (old + 1)));
      const slot = this.#slotOfWanted();
      this.#digests.set(this.#wanted, words * slot);
      this.#numbers[slot] = number;
    }
  }

  #slotOf(key: string): number {
    for (let word = 0; word < words; word++)
      this.#wanted[word] = Number.parseInt(key.slice(32 + 8 * word, 40 + 8 * word), 16);
    return this.#slotOfWanted();
  }

  /** Returns the slot of the wanted digest, or the free slot in which to put it. */
  #slotOfWanted(): number {
    const slots = this.#numbers.length;
    let hash = 0;
    for (let word = 0; word < words; word++)
      hash = (hash + Math.imul(this.#wanted[word] ?? 0, this.#factors[word] ?? 0)) | 0;
    let slot = (hash ^ (hash >>> 16)) & (slots - 1);
    while (this.#numbers[slot] !== 0 && !this.#isWanted(slot)) slot = (slot + 1) & (slots - 1);
    return slot;
  }

  #isWanted(slot: number): boolean {
    for (let word = 0; word < words; word++)
      if (this.#digests[words * slot + word] !== this.#wanted[word]) return false;
    return true;
  }
}
