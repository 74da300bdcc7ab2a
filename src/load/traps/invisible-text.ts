import { hiddenRuns } from './hidden-runs.js';

/** Adjacent characters that a model reads and a reviewer cannot see. */
export interface InvisibleText {
  readonly start: number;
  readonly characters: string;
  /** Their code points and names, the first six: `U+200B ZERO WIDTH SPACE`. */
  readonly names: string;
}

/** Direction controls, zero-width characters, soft hyphens, tag characters and variation selectors 17 to 256. */
const invisible =
  /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|[\u{e0000}-\u{e007f}]|[\u{e0100}-\u{e01ef}]/u;

/** Finds invisible text that no script or emoji needs. */
export function invisibleText(text: string): readonly InvisibleText[] {
  if (!invisible.test(text)) return [];
  return hiddenRuns(text)
    .filter(({ characters }) => isInvisibleText(characters))
    .map(({ start, characters }) => ({ start, characters, names: namesOf(characters) }));
}

/** Returns true if one of these characters is invisible text. */
export function isInvisibleText(characters: string): boolean {
  return invisible.test(characters);
}

const mostNamed = 6;

function namesOf(characters: string): string {
  const all = [...characters];
  const more = all.length - mostNamed;
  return `${all.slice(0, mostNamed).map(nameOf).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Returns the code point and the Unicode name of a character. */
function nameOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const point = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  const name = names.get(code) ?? rangeName(code);
  return name === undefined ? point : `${point} ${name}`;
}

function rangeName(code: number): string | undefined {
  if (code >= 0xe0100 && code <= 0xe01ef) return `VARIATION SELECTOR-${code - 0xe0100 + 17}`;
  if (code > 0xe0020 && code < 0xe007f) return `TAG CHARACTER ${String.fromCharCode(code - 0xe0000)}`;
  return undefined;
}

const names: ReadonlyMap<number, string> = new Map([
  [0x00ad, 'SOFT HYPHEN'],
  [0x061c, 'ARABIC LETTER MARK'],
  [0x180e, 'MONGOLIAN VOWEL SEPARATOR'],
  [0x200b, 'ZERO WIDTH SPACE'],
  [0x200c, 'ZERO WIDTH NON-JOINER'],
  [0x200d, 'ZERO WIDTH JOINER'],
  [0x200e, 'LEFT-TO-RIGHT MARK'],
  [0x200f, 'RIGHT-TO-LEFT MARK'],
  [0x202a, 'LEFT-TO-RIGHT EMBEDDING'],
  [0x202b, 'RIGHT-TO-LEFT EMBEDDING'],
  [0x202c, 'POP DIRECTIONAL FORMATTING'],
  [0x202d, 'LEFT-TO-RIGHT OVERRIDE'],
  [0x202e, 'RIGHT-TO-LEFT OVERRIDE'],
  [0x2060, 'WORD JOINER'],
  [0x2061, 'FUNCTION APPLICATION'],
  [0x2062, 'INVISIBLE TIMES'],
  [0x2063, 'INVISIBLE SEPARATOR'],
  [0x2064, 'INVISIBLE PLUS'],
  [0x2066, 'LEFT-TO-RIGHT ISOLATE'],
  [0x2067, 'RIGHT-TO-LEFT ISOLATE'],
  [0x2068, 'FIRST STRONG ISOLATE'],
  [0x2069, 'POP DIRECTIONAL ISOLATE'],
  [0xfeff, 'ZERO WIDTH NO-BREAK SPACE'],
  [0xe0001, 'LANGUAGE TAG'],
  [0xe0020, 'TAG SPACE'],
  [0xe007f, 'CANCEL TAG'],
]);
