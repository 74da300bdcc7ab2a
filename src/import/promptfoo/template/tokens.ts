/** A token of the code between `{{` and `}}`. */
export interface Token {
  /** `mark`: an operator or a bracket. `end`: the braces that end the code. `none`: the template ends inside of it. */
  readonly type: 'text' | 'number' | 'word' | 'mark' | 'end' | 'none';
  /** The text of a string without its quotes; for other tokens what is written. */
  readonly text: string;
  readonly start: number;
}

/** The code of a placeholder, and the offset behind its end. */
export interface Code {
  readonly tokens: readonly Token[];
  readonly end: number;
  /** True if it ends with `-}}`, which drops the white space behind it. */
  readonly trims: boolean;
}

const whiteSpace = ' \n\t\r\u00a0';
const delimiters = '()[]{}%*-+~/#,:|.<>=!';
const longMarks = ['===', '!==', '==', '!=', '<=', '>=', '//', '**'];
const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

/** Splits the code that begins at an offset, behind `{{`, into tokens, up to its `}}`. The last token is `end` or `none`. */
export function readCode(text: string, start: number): Code {
  const tokens: Token[] = [];
  let at = start;
  for (;;) {
    while (at < text.length && whiteSpace.includes(text.charAt(at))) at++;
    const { token, end } = tokenAt(text, at);
    tokens.push(token);
    at = end;
    if (token.type === 'end' || token.type === 'none') break;
  }
  return { tokens, end: at, trims: tokens.at(-1)?.text.startsWith('-') ?? false };
}

function tokenAt(text: string, start: number): { readonly token: Token; readonly end: number } {
  if (start >= text.length) return { token: { type: 'none', text: '', start }, end: start };
  const first = text.charAt(start);
  if (first === '"' || first === "'") return stringAt(text, start);
  const mark = markAt(text, start);
  if (mark !== undefined) {
    const type = ['}}', '-}}'].includes(mark) ? 'end' : ['%}', '-%}'].includes(mark) ? 'none' : 'mark';
    return { token: { type, text: mark, start }, end: start + mark.length };
  }
  let end = start;
  while (end < text.length && !whiteSpace.includes(text.charAt(end)) && !delimiters.includes(text.charAt(end))) end++;
  const word = text.slice(start, end);
  if (!/^[0-9]+$/.test(word)) return { token: { type: 'word', text: word, start }, end };
  if (text.charAt(end) === '.') end++;
  if (text.charAt(end - 1) === '.') while (/[0-9]/.test(text.charAt(end))) end++;
  return { token: { type: 'number', text: text.slice(start, end), start }, end };
}

function markAt(text: string, at: number): string | undefined {
  const ends = ['%}', '-%}', '}}', '-}}'].find((end) => text.startsWith(end, at));
  if (ends !== undefined) return ends;
  if (!delimiters.includes(text.charAt(at))) return undefined;
  return longMarks.find((mark) => text.startsWith(mark, at)) ?? text.charAt(at);
}

function stringAt(text: string, start: number): { readonly token: Token; readonly end: number } {
  const pieces: string[] = [];
  let at = start + 1;
  while (at < text.length && text.charAt(at) !== text.charAt(start)) {
    const isEscape = text.charAt(at) === '\\';
    if (isEscape) at++;
    const character = text.charAt(at);
    pieces.push(isEscape ? (Object.hasOwn(escapes, character) ? (escapes[character] ?? '') : character) : character);
    at++;
  }
  return { token: { type: 'text', text: pieces.join(''), start }, end: Math.min(at + 1, text.length) };
}
