/** The character that replaces every character without a width: joiners, combining marks, direction marks. */
export const invisible = '\u200b';

/**
 * Look-alikes, which NFKD does not convert, of the characters in an answer's last line: letters of other scripts (Cyrillic,
 * Greek, Armenian, Lisu, Cherokee, Coptic, Tifinagh), small capitals, and equals signs.
 */
const lookAlikes = new Map(
  Object.entries({
    A: '\u0410\u0391\ua4ee\u13aa\u2c80\u1d00',
    C: '\u0421\ua4da\u13df\u2ca4\u1d04',
    D: '\ua4d3\u13a0\u1d05',
    E: '\u0415\u0395\ua4f0\u13ac\u2c88\u1d07\u2d39',
    G: '\u050c\ua4d6\u13c0\u2cd2\u0262',
    I: '\u0406\u0399\u04c0\ua4f2\u13c6\u2c92\u026a',
    L: '\ua4e1\u13de\u2cd0\u029f',
    M: '\u041c\u039c\ua4df\u13b7\u2c98\u1d0d',
    N: '\u039d\ua4e0\u2c9a\u0274',
    O: '\u041e\u039f\u0555\ua4f3\u2c9e\u1d0f',
    P: '\u0420\u03a1\ua4d1\u13e2\u2ca2\u1d18',
    R: '\ua4e3\u13a1\u13d2\u0280',
    S: '\u0405\u054f\ua4e2\u13d5\u13da\ua731\u{10296}',
    T: '\u0422\u03a4\ua4d4\u13a2\u2ca6\u1d1b',
    U: '\u054d\ua4f4\u13cc\u1d1c',
    V: '\u0474\ua4e6\u13d9\u1d20',
    X: '\u0425\u03a7\ua4eb\u2cac\u166d\u2d5d',
    Y: '\u04ae\u03a5\ua4ec\u13a9\u13bd\u2ca8\u028f',
    '=': '\ua78a\u1400\u30a0\u2550\u2e40\u2261',
  }).flatMap(([plain, letters]) => [...letters].map((letter): [string, string] => [letter.toUpperCase(), plain])),
);

/** The first letter of each alphabet of symbols with 26 letters that NFKD does not convert: negative circled and squared letters, flags. */
const symbolAlphabets = [0x1f150, 0x1f170, 0x1f1e6];
/** The first digit of rows of symbols for 1 to 9. */
const symbolDigits = [0x2776, 0x2780, 0x278a];

/** Returns the plain letter or digit of a symbol. */
function plainOfSymbol(character: string): string | undefined {
  const code = character.codePointAt(0) ?? 0;
  const alphabet = symbolAlphabets.find((first) => code >= first && code < first + 26);
  if (alphabet !== undefined) return String.fromCharCode(65 + code - alphabet);
  const row = symbolDigits.find((first) => code >= first && code < first + 9);
  return row === undefined ? undefined : String(1 + code - row);
}

/**
 * Folds a text: applies upper case and NFKD, turns look-alikes into plain letters, control characters into blanks and characters
 * without a width into `invisible`.
 */
export function foldText(text: string): MappedText {
  if (/^[\t\n\r -~]*$/.test(text)) return { text: text.toUpperCase(), originOf: (index) => index };
  return mapCharacters(text, foldCharacter);
}

/** Returns the letters and digits of the folded text. */
export function lettersOf(text: string): string {
  const shorter = text.replace(/[\t\n\r -/:-@[-`{-~]+/g, '');
  if (/^[A-Za-z0-9]*$/.test(shorter)) return shorter.toUpperCase();
  return mapCharacters(shorter, (character) => foldCharacter(character).replace(/[^\p{L}\p{N}]/gu, '')).text;
}

function foldCharacter(character: string): string {
  if (character >= ' ' && character <= '~') return character.toUpperCase();
  if (/\p{Cc}/u.test(character)) return ' ';
  const plain = character
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, invisible);
  return lookAlikes.get(plain) ?? plainOfSymbol(character) ?? plain;
}

/** A text made from another text. `originOf` returns the index of the original character for an index in it. */
interface MappedText {
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

/** The words before an equals sign in a verdict. */
export const foldedVerdictWords = ['SCORE', 'DECISION', 'REASON'] as const;
export type VerdictWord = (typeof foldedVerdictWords)[number];
/** The words before an equals sign in a verdict or in a reply of the simulated user. */
export type AnswerWord = VerdictWord | 'NEXT';

const decoration = `[\\s${invisible}*_\`"']*`;

/**
 * Returns the source of a pattern (flag `u`) that matches anything in folded text that could be read as `WORD=`, up to the equals
 * sign. It does not match `high_score=` and `score ==`, which are ordinary code.
 */
export function assignmentLike(word: AnswerWord): string {
  const letters = [...word].join(`[\\s${invisible}]*`);
  return `(?<![\\p{L}\\p{N}]_{0,3})${letters}${decoration}=(?!=)`;
}

/** Returns a pattern that matches anything in folded text that could be read as a verdict: `WORD=` and a value. */
export function verdictLike(word: AnswerWord, value: string): RegExp {
  return new RegExp(`${assignmentLike(word)}${decoration}(?:${value})`, 'gu');
}
