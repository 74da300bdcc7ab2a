import type { JsonValue } from '#model/data/json.js';
import { type Expression, type FilterArguments, UnsupportedTemplate } from './expression.js';
import { refuseFilter } from './filters.js';

/** The most brackets within each other, and the most filters and operators in a row. */
const mostNested = 40;

const words = ['if', 'else', 'or', 'and', 'not', 'in', 'is'];

const values: Readonly<Record<string, JsonValue>> = { true: true, false: false, none: null, null: null };

/** The tokens of a placeholder, and how many of them are read. */
interface Reading {
  readonly tokens: readonly Token[];
  next: number;
  depth: number;
}

/** Reads the expression of a placeholder. Throws `UnsupportedTemplate` for anything that the import does not compute. */
export function readExpression(tokens: readonly Token[]): Expression {
  const reading: Reading = { tokens, next: 0, depth: 0 };
  const expression = readJoined(reading);
  const left = peek(reading);
  if (left.type !== 'end') throw refusal(left);
  return expression;
}

/** Reads parts with `~` or `+` between them, from left to right: Nunjucks writes both as the `+` of JavaScript, without brackets. */
function readJoined(reading: Reading): Expression {
  let left = readFiltered(reading);
  for (let count = 0; ; count++) {
    const { type, text, start } = peek(reading);
    if (type !== 'mark' || (text !== '~' && text !== '+')) return left;
    take(reading);
    if (count >= mostNested) throw new UnsupportedTemplate(`more than ${mostNested} operators in a row`, start);
    left = { kind: 'join', mark: text, left, right: readFiltered(reading) };
  }
}

function readFiltered(reading: Reading): Expression {
  let of = readSigned(reading);
  for (let count = 0; isMark(peek(reading), '|'); count++) {
    const { start } = take(reading);
    const name = take(reading);
    if (count >= mostNested) throw new UnsupportedTemplate(`more than ${mostNested} filters in a row`, start);
    if (name.type !== 'word') throw refusal(name);
    const args = isMark(peek(reading), '(') ? readArguments(reading) : { list: [], named: [] };
    const refused = refuseFilter(name.text, { of, args });
    if (refused !== null) throw new UnsupportedTemplate(refused, name.start);
    of = { kind: 'filter', name: name.text, of, args };
  }
  return of;
}

function readSigned(reading: Reading): Expression {
  const sign = peek(reading);
  if (!isMark(sign, '-') && !isMark(sign, '+')) return readMember(reading);
  take(reading);
  const number = take(reading);
  if (number.type !== 'number') throw refusal(sign);
  return { kind: 'value', value: Number(number.text) * (sign.text === '-' ? -1 : 1) };
}

function readMember(reading: Reading): Expression {
  let of = readSingle(reading);
  for (let count = 0; ; count++) {
    const mark = peek(reading);
    if (isMark(mark, '(')) throw new UnsupportedTemplate(`the call \`${nameOf(of)}(…)\``, mark.start);
    if (!isMark(mark, '.') && !isMark(mark, '[')) return of;
    if (count >= mostNested) throw new UnsupportedTemplate(`more than ${mostNested} keys in a row`, mark.start);
    take(reading);
    const key = mark.text === '.' ? readKey(reading) : readBracketed(reading, ']');
    if (of.kind === 'value') throw new UnsupportedTemplate('a key of a literal', mark.start);
    of = { kind: 'member', of, key };
  }
}

function readKey(reading: Reading): Expression {
  const key = take(reading);
  if (key.type !== 'word') throw refusal(key);
  return { kind: 'value', value: key.text };
}

function readBracketed(reading: Reading, end: ']' | ')'): Expression {
  reading.depth++;
  if (reading.depth > mostNested) throw new UnsupportedTemplate('too many brackets', peek(reading).start);
  const inner = readJoined(reading);
  const closing = take(reading);
  if (!isMark(closing, end)) throw refusal(closing);
  reading.depth--;
  return inner;
}

function readArguments(reading: Reading): FilterArguments {
  const list: Expression[] = [];
  const named: [string, Expression][] = [];
  take(reading);
  reading.depth++;
  if (reading.depth > mostNested) throw new UnsupportedTemplate('too many brackets', peek(reading).start);
  while (!isMark(peek(reading), ')')) {
    const value = readJoined(reading);
    if (value.kind === 'name' && isMark(peek(reading), '=')) {
      take(reading);
      named.push([value.name, readJoined(reading)]);
    } else list.push(value);
    if (isMark(peek(reading), ',')) take(reading);
    else if (!isMark(peek(reading), ')')) throw refusal(peek(reading));
  }
  take(reading);
  reading.depth--;
  return { list, named };
}

function readSingle(reading: Reading): Expression {
  const token = take(reading);
  if (token.type === 'text') return { kind: 'value', value: token.text };
  if (token.type === 'number') return { kind: 'value', value: Number(token.text) };
  if (isMark(token, '(')) return readBracketed(reading, ')');
  if (token.type !== 'word') throw refusal(token);
  if (Object.hasOwn(values, token.text)) return { kind: 'value', value: values[token.text] ?? null };
  return { kind: 'name', name: checkedName(token) };
}

/** What is unsupported in a template that reads the environment. */
export const ofEnvironment = 'environment variables (`env`)';

function checkedName(token: Token): string {
  const { text, start } = token;
  if (words.includes(text)) throw refusal(token);
  if (text === 'env') throw new UnsupportedTemplate(ofEnvironment, start);
  if (text === '_conversation') throw new UnsupportedTemplate('the conversation so far (`_conversation`)', start);
  return text;
}

/** Returns the refusal of a token that no rule of the import takes. */
function refusal({ type, text, start }: Token): UnsupportedTemplate {
  if (type === 'none') return new UnsupportedTemplate('`{{` without `}}`', start);
  if (type === 'end') return new UnsupportedTemplate('a placeholder that ends too early', start);
  if (type === 'word' && text === 'if') return new UnsupportedTemplate('the condition `… if …`', start);
  if (type === 'word' && text === 'is') return new UnsupportedTemplate('the test `is`', start);
  if (type === 'word' && words.includes(text)) return new UnsupportedTemplate(`the operator \`${text}\``, start);
  if (text === '[') return new UnsupportedTemplate('a list `[…]`', start);
  if (text === '{') return new UnsupportedTemplate('a mapping `{…}`', start);
  if (type === 'mark') return new UnsupportedTemplate(`the operator \`${text}\``, start);
  return new UnsupportedTemplate(`\`${text.slice(0, 40)}\` at this place`, start);
}

function nameOf(expression: Expression): string {
  if (expression.kind === 'name') return expression.name;
  if (expression.kind === 'member' && expression.key.kind === 'value') {
    return `${nameOf(expression.of)}.${String(expression.key.value).slice(0, 40)}`;
  }
  return '…';
}

function isMark(token: Token, mark: string): boolean {
  return token.type === 'mark' && token.text === mark;
}

function peek(reading: Reading): Token {
  const token = reading.tokens[Math.min(reading.next, reading.tokens.length - 1)];
  if (!token) throw new UnsupportedTemplate('an empty placeholder', 0);
  return token;
}

function take(reading: Reading): Token {
  const token = peek(reading);
  reading.next++;
  return token;
}

/** A token of the code between `{{` and `}}`. */
interface Token {
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
