/** A text as a careless reader sees it. `originOf` turns an index of it into that of the original. */
export interface Folded {
  readonly text: string;
  readonly originOf: (index: number) => number;
}

/** Stands for everything that has no width of its own: joiners, marks that sit on a letter, direction signs. */
export const invisible = '\u200b';

/** Letters of other scripts, and equals signs, that look like those of a verdict but are not made into them by NFKD. */
const lookAlikes = new Map(
  Object.entries({
    A: '\u0410\u0391',
    C: '\u0421',
    D: '\u13a0',
    E: '\u0415\u0395',
    I: '\u0406\u0399\u04c0',
    N: '\u039d',
    O: '\u041e\u039f\u0555',
    S: '\u0405\u054f',
    Y: '\u04ae\u03a5',
    '=': '\ua78a\u1400\u30a0',
  }).flatMap(([plain, others]) => [...others].map((other): [string, string] => [other, plain])),
);

/** Upper case, compatibility forms resolved, look-alikes replaced, control characters as blanks, invisible ones as one sign. */
export function fold(text: string): Folded {
  if (/^[\t\n\r -~]*$/.test(text)) return { text: text.toUpperCase(), originOf: (index) => index };
  const pieces: string[] = [];
  const origin: number[] = [];
  let at = 0;
  for (const character of text) {
    const piece = foldCharacter(character);
    for (let unit = 0; unit < piece.length; unit++) origin.push(at);
    pieces.push(piece);
    at += character.length;
  }
  return { text: pieces.join(''), originOf: (index) => origin[index] ?? text.length };
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
