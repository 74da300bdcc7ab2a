/** Quotes a text for a message, on one line and truncated to 60 characters. */
export function quoted(text: string): string {
  const characters = [...text.slice(0, 200)];
  const isLong = characters.length > 60 || text.length > 200;
  const shown = isLong ? `${characters.slice(0, 60).join('')}…` : text;
  return `"${shown.replaceAll('\n', '\\n').replaceAll('\r', '\\r')}"`;
}

/** Joins the lines of a text into one. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Quotes a word for a shell command that people copy, unless it is safe as it is. */
export function shellWord(word: string): string {
  return /^[\w./:=@%+,][\w./:=@%+,-]*$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
