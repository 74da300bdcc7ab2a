/** A text made from another text. `originOf` returns the index of the original character for an index in it. */
export interface MappedText {
  readonly text: string;
  readonly originOf: (index: number) => number;
}

/** Replaces each character by a piece. Calls `pieceOf` once for each distinct character. */
export function mapCharacters(text: string, pieceOf: (character: string) => string): MappedText {
  const known = new Map<number, string>();
  const pieces = new Pieces(text.length);
  for (let at = 0; at < text.length; at++) {
    const code = text.codePointAt(at) ?? 0;
    const piece = known.get(code) ?? pieceOf(String.fromCodePoint(code));
    known.set(code, piece);
    pieces.add(piece, at);
    if (code > 0xffff) at++;
  }
  return { text: pieces.text(), originOf: (index) => pieces.originOf(index) ?? text.length };
}

const mostArguments = 8192;

/** Joins pieces of text in typed arrays. Arrays of strings take several times as long for a megabyte. */
class Pieces {
  #length = 0;
  #units: Uint16Array;
  #origins: Uint32Array;

  constructor(capacity: number) {
    this.#units = new Uint16Array(capacity);
    this.#origins = new Uint32Array(capacity);
  }

  add(piece: string, origin: number): void {
    if (this.#length + piece.length > this.#units.length) this.#grow(piece.length);
    for (let unit = 0; unit < piece.length; unit++) {
      this.#units[this.#length] = piece.charCodeAt(unit);
      this.#origins[this.#length] = origin;
      this.#length += 1;
    }
  }

  text(): string {
    const units = this.#units.subarray(0, this.#length);
    const count = Math.ceil(units.length / mostArguments);
    const parts = Array.from({ length: count }, (_, part) =>
      String.fromCharCode(...units.subarray(part * mostArguments, (part + 1) * mostArguments)),
    );
    return parts.join('');
  }

  /** Returns the index of the original character; undefined beyond the end. */
  originOf(index: number): number | undefined {
    return index < this.#length ? this.#origins[index] : undefined;
  }

  #grow(more: number): void {
    const [units, origins] = [this.#units, this.#origins];
    const capacity = 2 * units.length + more;
    this.#units = new Uint16Array(capacity);
    this.#units.set(units);
    this.#origins = new Uint32Array(capacity);
    this.#origins.set(origins);
  }
}
