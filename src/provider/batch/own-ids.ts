/** Number of hexadecimal digits that are kept of a key: 16 of the 64 are enough to distinguish the requests of a run. */
const digits = 16;

/** The ids of the requests of a batch, by which eva recognizes its results. */
export class OwnIds {
  readonly #ids: ReadonlySet<string>;

  constructor(keys: Iterable<string>) {
    this.#ids = new Set(Array.from(keys, shortOf));
  }

  /** Reads the ids from a note; undefined if the note has no ids. Earlier versions did not write them. */
  static from(noted: unknown): OwnIds | undefined {
    return typeof noted === 'string' && noted !== '' ? new OwnIds(noted.split(',')) : undefined;
  }

  get size(): number {
    return this.#ids.size;
  }

  has(key: string): boolean {
    return this.#ids.has(shortOf(key));
  }

  /** Returns the ids as a text for a note, 17 bytes per request. */
  toNote(): string {
    return [...this.#ids].join(',');
  }
}

function shortOf(key: string): string {
  return key.slice(0, digits);
}
