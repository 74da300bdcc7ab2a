/** Adjacent characters that a model reads and a reviewer cannot see. */
interface InvisibleText {
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

interface HiddenRun {
  /** The offset of the first character, in UTF-16 units. */
  readonly start: number;
  readonly characters: string;
}

/** Matches characters without a glyph: default ignorable characters, line separators, annotation marks, the blank Braille pattern. */
const invisibleRuns = /[\p{Default_Ignorable_Code_Point}\u2028\u2029\ufff9-\ufffb\u2800]+/gu;

/** Scripts in which joiners shape letters: Arabic, and those of India and its neighbours. */
const joining = scripts(
  'Arab Syrc Nkoo Mong Adlm Rohg Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Tibt Mymr Khmr Thai Laoo Java Bali Newa',
);

const withoutSpaces = scripts('Thai Laoo Khmr Mymr');

/** Makes the slow patterns with the first text that has an invisible character: few do. */
let patterns: { readonly needed: RegExp; readonly rightToLeft: RegExp } | undefined;

/** Matches invisible characters with a purpose: inside an emoji or a flag, after a letter that they shape, between words without spaces. */
function neededPattern(): RegExp {
  return new RegExp(
    [
      '\\u{1f3f4}\\u{e0067}\\u{e0062}(?:\\u{e0065}\\u{e006e}\\u{e0067}|\\u{e0073}\\u{e0063}\\u{e0074}|\\u{e0077}\\u{e006c}\\u{e0073})\\u{e007f}',
      '(?<=\\p{Extended_Pictographic}\\p{Emoji_Modifier}?\\ufe0f?)\\u200d(?=\\p{Extended_Pictographic})',
      '(?<=\\p{Extended_Pictographic})[\\ufe0e\\ufe0f]',
      '(?<=[0-9#*])\\ufe0f(?=\\u20e3)',
      '(?<=[\\p{Sm}\\p{So}\\p{scx=Han}])[\\ufe00-\\ufe0f]',
      '(?<=\\p{sc=Han})[\\u{e0100}-\\u{e01ef}]',
      '(?<=\\p{sc=Mong})[\\u180b-\\u180f]',
      '(?<=\\p{sc=Hebr}[\\u0591-\\u05c7]{0,8})\\u034f',
      `(?<=[${joining}]\\p{M}{0,8})[\\u200c\\u200d]`,
      `(?<=[${withoutSpaces}]\\p{M}{0,8})\\u200b(?=[${withoutSpaces}])`,
      '(?<=[\\u2801-\\u28ff])\\u2800|\\u2800(?=[\\u2801-\\u28ff])',
    ].join('|'),
    'gu',
  );
}

const marks = /[\u061c\u200e\u200f]/g;

const opening = /[\u202a\u202b\u2066-\u2068]/g;

const closing = /[\u202c\u2069]/g;

/**
 * Finds invisible characters that no script or emoji needs, adjacent ones as one run. Allows direction marks on a line with right-to-left
 * letters, and embeddings and isolates that end on it. Never allows a direction override.
 */
export function hiddenRuns(text: string): readonly HiddenRun[] {
  if (text.search(invisibleRuns) < 0) return [];
  patterns ??= {
    needed: neededPattern(),
    rightToLeft: new RegExp(`[${scripts('Hebr Arab Syrc Thaa Nkoo Samr Mand Adlm Rohg')}]`, 'u'),
  };
  const { needed, rightToLeft } = patterns;
  const withoutNeeded = text.replace(needed, filler).split('\n');
  const left = withoutNeeded.map((line) => (rightToLeft.test(line) ? withoutDirections(line) : line)).join('\n');
  return Array.from(left.matchAll(invisibleRuns), ({ 0: characters, index: start }) => ({ start, characters }));
}

/** Replaces the allowed direction marks of a line with right-to-left letters. */
function withoutDirections(line: string): string {
  const marked = line.replace(marks, filler);
  const count = (pattern: RegExp) => marked.match(pattern)?.length ?? 0;
  return count(opening) === count(closing) ? marked.replace(opening, filler).replace(closing, filler) : marked;
}

/** Returns dots of the same length, so that offsets stay valid. */
function filler(characters: string): string {
  return '.'.repeat(characters.length);
}

/** Returns a regex class of the letters and marks of scripts, by their ISO 15924 codes. */
function scripts(codes: string): string {
  return codes
    .split(' ')
    .map((code) => `\\p{sc=${code}}`)
    .join('');
}
