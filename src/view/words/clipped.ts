/** Cuts a text to at most so many code points, with `…` at the end. */
export function clipped(raw: string, most: number): string {
  if (raw.length <= most) return raw;
  const characters = [...raw.slice(0, 2 * most + 2)];
  return characters.length <= most ? raw : `${characters.slice(0, most - 1).join('')}…`;
}
