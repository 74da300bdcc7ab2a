/** Thrown where a text is written in a way that is read elsewhere. It is met once a file at most. */
export class NotOrdinary extends Error {
  override readonly name = 'NotOrdinary';
}

/** A text that is read line by line, and how far it was read. Offsets are UTF-16 units; every line ends with "\n". */
export interface Lines {
  readonly text: string;
  /** Where the line begins that is read next; the end of the text after the last one. */
  next: number;
  /** White space before that line's first character; -1 after the last one. */
  indent: number;
}

/** The lines of a text, at the first one that holds anything. */
export function linesOf(text: string): Lines {
  const lines: Lines = { text, next: 0, indent: -1 };
  goTo(lines, 0);
  return lines;
}

/** Goes to the first line from an offset on, where a line begins, that is neither blank nor a comment. */
export function goTo(lines: Lines, offset: number): void {
  const { text } = lines;
  let start = offset;
  while (start < text.length) {
    const first = firstOf(text, start);
    if (text[first] !== '\n' && text[first] !== '#') {
      lines.next = start;
      lines.indent = first - start;
      return;
    }
    start = text.indexOf('\n', first) + 1;
  }
  lines.next = text.length;
  lines.indent = -1;
}

/** The offset of the first character from an offset on that is no space. */
export function firstOf(text: string, offset: number): number {
  let at = offset;
  while (text[at] === ' ') at += 1;
  return at;
}

/** Goes on behind a value that ends its line, but for a comment. */
export function endLine(lines: Lines, end: number): void {
  const { text } = lines;
  const first = firstOf(text, end);
  if (text[first] !== '\n' && !(text[first] === '#' && first > end)) throw new NotOrdinary();
  goTo(lines, text.indexOf('\n', first) + 1);
}
