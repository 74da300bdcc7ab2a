/** A text without its line breaks, for a place with room for one line: behaviours and messages are whole paragraphs at times. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
