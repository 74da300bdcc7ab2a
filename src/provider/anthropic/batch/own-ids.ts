/** So many of the 64 digits of a key tell the requests of a run apart (64 bits). */
const digits = 16;

/** The requests that a batch was submitted with, so that what else its results hold is not taken for them. */
export class OwnIds {
  readonly #ids: ReadonlySet<string>;

  constructor(keys: Iterable<string>) {
    this.#ids = new Set(Array.from(keys, shortOf));
  }

  /** Reads what a note holds of them; undefined where it holds nothing, as those of earlier versions. */
  static from(noted: unknown): OwnIds | undefined {
    return typeof noted === 'string' && noted !== '' ? new OwnIds(noted.split(',')) : undefined;
  }

  get size(): number {
    return this.#ids.size;
  }

  has(key: string): boolean {
    return this.#ids.has(shortOf(key));
  }

  /** The text that a note keeps: 17 bytes a request. */
  toNote(): string {
    return [...this.#ids].join(',');
  }
}

function shortOf(key: string): string {
  return key.slice(0, digits);
}
