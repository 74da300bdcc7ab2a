const mostShown = 8;

/** Names characters without showing them: `U+200B`, and of many the first eight. */
export function codePoints(characters: string): string {
  const names = [...characters].map((one) => `U+${hex(one).padStart(4, '0')}`);
  const more = names.length - mostShown;
  return `${names.slice(0, mostShown).join(' ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function hex(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
}
