const mostShown = 8;

/** Names characters without showing them: `U+200B`, and of many the first eight. */
export function codePoints(characters: string): string {
  const names = [...characters].map((one) => `U+${hex(one).padStart(4, '0')}`);
  const more = names.length - mostShown;
  return `${names.slice(0, mostShown).join(' ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/**
 * Names the letters of other scripts and the invisible characters in a name: ` (it holds U+0430)`. Empty for a name
 * that holds neither.
 */
export function oddLetters(name: string): string {
  const odd = name.match(/[\p{sc=Cyrl}\p{sc=Grek}\p{sc=Armn}\p{Default_Ignorable_Code_Point}]/gu) ?? [];
  return odd.length === 0 ? '' : ` (it holds ${codePoints(odd.join(''))})`;
}

function hex(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
}
