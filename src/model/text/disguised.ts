import { placeholderPattern } from './quoted.js';

export interface Disguised {
  /** Offset in UTF-16 code units. */
  readonly start: number;
  readonly characters: string;
  /** The characters of it that only look like Latin letters. */
  readonly odd: string;
}

/** Letters that most fonts draw like a Latin one, by the confusables of Unicode (UTS 39). */
const cyrillic = pairs('аaсcԁdеeһhіiјjӏlоoрpԛqѕsуyхxѵvԝwАAВBСCЕEԌGНHІIЈJКKМMОOРPԚQЅSТTУYХXѴVԜWӀI');
const greek = pairs('οoΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧX');
const armenian = pairs('օoսuհhոn');
const scripts = [
  { letters: /\p{sc=Cyrl}/gu, twins: cyrillic },
  { letters: /\p{sc=Grek}/gu, twins: greek },
  { letters: /\p{sc=Armn}/gu, twins: armenian },
] as const;

/** Letters that resemble a Latin one less closely. They count only in placeholders, where a name is expected. */
const resembling = pairs('αaιiκkνvρpυuχxıiɑaɡg｛{｝}');
const twins = new Map([...cyrillic, ...greek, ...armenian, ...resembling]);

function pairs(text: string): ReadonlyMap<string, string> {
  const letters = [...text];
  return new Map(letters.flatMap((one, i) => (i % 2 === 0 ? [[one, letters[i + 1] ?? ''] as const] : [])));
}

/** Replaces characters that look like a Latin letter or a space by that one, and removes invisible characters. */
export function asLatin(text: string): string {
  const seen = text.replace(/\p{Default_Ignorable_Code_Point}/gu, '').replace(/\p{Zs}/gu, ' ');
  return Array.from(seen, (one) => twins.get(one) ?? one.normalize('NFKC')).join('');
}

/** Finds parts that look like `{{name}}` but are not placeholders. `rest` is the text with these parts replaced by dots. */
export function disguisedPlaceholders(text: string): { found: readonly Disguised[]; rest: string } {
  const found: Disguised[] = [];
  const rest = text.replace(/[{｛﹛]{2}[^{}｛｝﹛﹜\n]{1,200}[}｝﹜]{2}/gu, (characters, start: number) => {
    const odd = [...characters].filter((one) => asLatin(one) !== one).join('');
    if (odd === '' || asLatin(characters).replace(placeholderPattern, '') !== '') return characters;
    found.push({ start, characters, odd });
    return '.'.repeat(characters.length);
  });
  return { found, rest };
}

/**
 * Finds words that look Latin but contain other letters: words that mix Latin letters with look-alikes, and words of look-alikes alone if
 * the text has no other letters of their script.
 */
export function disguisedWords(text: string): readonly Disguised[] {
  const disguises = scripts.flatMap(({ letters, twins }) => {
    const used = new Set(text.match(letters));
    const isWritten = [...used].some((letter) => !twins.has(letter));
    return used.size === 0 ? [] : [{ letters, twins, isWritten }];
  });
  if (disguises.length === 0) return [];
  return Array.from(text.matchAll(/[\p{L}\p{M}]+/gu)).flatMap(({ 0: characters, index: start }) => {
    const hasLatin = /\p{sc=Latn}/u.test(characters);
    const odd = disguises.flatMap(({ letters, twins, isWritten }) => {
      const own = characters.match(letters) ?? [];
      return own.every((letter) => twins.has(letter)) && (hasLatin || !isWritten) ? own : [];
    });
    const others = characters.replace(/\p{sc=Latn}|\p{M}/gu, '').length;
    return odd.length > 0 && odd.join('').length === others ? [{ start, characters, odd: odd.join('') }] : [];
  });
}
