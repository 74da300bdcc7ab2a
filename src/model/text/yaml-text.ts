/** The replacement of `text[start, end)`. Offsets are UTF-16 units. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Returns a text with edits, which must not overlap. The time grows with the text and the edits, not with their product. */
export function withEdits(text: string, edits: readonly TextEdit[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const edit of [...edits].sort((a, b) => a.start - b.start)) {
    pieces.push(text.slice(at, edit.start), edit.text);
    at = edit.end;
  }
  return pieces.join('') + text.slice(at);
}

/** Splits the byte order mark from a text; `mark` is empty without one. */
export function splitMark(text: string): { readonly mark: string; readonly bare: string } {
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  return { mark, bare: text.slice(mark.length) };
}

/** Puts the quotes of a written scalar around another text. */
export function inSameQuotes(written: string, text: string): string {
  const [quote = ''] = /^["']/.exec(written) ?? [];
  return quote + text + quote;
}

/** Returns a text as a scalar of YAML: plain if every reader takes it for the same text, or else in double quotes. */
export function plainOrQuoted(text: string): string {
  const isPlain = /^[A-Za-z](?:[\w ./@+-]|:(?=\w))*$/.test(text) && !text.endsWith(' ');
  return isPlain && !/^(true|false|null|yes|no|on|off|y|n)$/i.test(text) ? text : JSON.stringify(text);
}
