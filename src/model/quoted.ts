/** A text of a file between quotes on one line, cut after 60 characters, as messages show it. */
export function quoted(text: string): string {
  const characters = [...text.slice(0, 200)];
  const isLong = characters.length > 60 || text.length > 200;
  const shown = isLong ? `${characters.slice(0, 60).join('')}…` : text;
  return `"${shown.replaceAll('\n', '\\n').replaceAll('\r', '\\r')}"`;
}
