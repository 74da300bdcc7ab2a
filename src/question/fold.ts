import { type MappedText, mapCharacters } from './map-characters.js';

/** Stands for everything that has no width of its own: joiners, marks that sit on a letter, direction signs. */
export const invisible = '\u200b';

/** Letters of other scripts, and equals signs, that look like those of an answer's last line but are not made into them by NFKD. */
const lookAlikes = new Map(
  Object.entries({
    A: '\u0410\u0391',
    C: '\u0421',
    D: '\u13a0',
    E: '\u0415\u0395',
    G: '\u050c\u13c0',
    I: '\u0406\u0399\u04c0',
    L: '\u13de',
    M: '\u041c\u039c',
    N: '\u039d',
    O: '\u041e\u039f\u0555',
    P: '\u0420\u03a1',
    S: '\u0405\u054f',
    T: '\u0422\u03a4',
    U: '\u054d',
    V: '\u0474',
    X: '\u0425\u03a7',
    Y: '\u04ae\u03a5',
    '=': '\ua78a\u1400\u30a0',
  }).flatMap(([plain, others]) => [...others].map((other): [string, string] => [other, plain])),
);

/** Upper case, compatibility forms resolved, look-alikes replaced, control characters as blanks, invisible ones as one sign. */
export function fold(text: string): MappedText {
  if (/^[\t\n\r -~]*$/.test(text)) return { text: text.toUpperCase(), originOf: (index) => index };
  return mapCharacters(text, foldCharacter);
}

/** The letters and digits of the folded text, one behind the other. */
export function lettersOf(text: string): string {
  return mapCharacters(text, (character) => foldCharacter(character).replace(/[^\p{L}\p{N}]/gu, '')).text;
}

function foldCharacter(character: string): string {
  if (character >= ' ' && character <= '~') return character.toUpperCase();
  if (/\p{Cc}/u.test(character)) return ' ';
  const plain = character
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, invisible);
  return lookAlikes.get(plain) ?? plain;
}
