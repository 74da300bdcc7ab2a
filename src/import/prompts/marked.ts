import { parseYaml } from '#library/source/yaml-source.js';
import { excessOf, isObject, type JsonObject, type JsonValue } from '#model/data/json.js';
import type { Expression } from '../template/expression.js';
import { parseTemplate, type TemplatePiece, type Unsupported, withoutPartialTags } from '../template/parse-template.js';

/** A template with a marker for each placeholder, so that JSON or YAML can be read before values are inserted. */
export interface MarkedTemplate<T> {
  readonly content: T;
  /** Returns the pieces of a text with markers. */
  piecesOf(text: string): readonly TemplatePiece[];
}

/** The data that promptfoo makes of a template, or why it cannot be said before values are inserted. */
type Shape =
  | (MarkedTemplate<string> & { readonly kind: 'text' })
  /** `isWritten`: the template itself is JSON, so that promptfoo renders each string of it. */
  | (MarkedTemplate<JsonValue> & { readonly kind: 'data'; readonly isWritten: boolean })
  | (Unsupported & { readonly kind: 'unsupported' });

/** Reads a template as promptfoo does: JSON whose strings are templates, else a template whose text may be JSON or a YAML list of messages. */
export function readShape(raw: string): Shape {
  const json = promptJson(raw);
  return json === undefined ? readText(raw) : readWrittenJson(raw, json);
}

function readWrittenJson(raw: string, json: JsonValue): Shape {
  const marks = openMarks(raw);
  let refused: Unsupported | undefined;
  const content = mapStrings(json, (text) => {
    const template = parseTemplate(text);
    if (!('unsupported' in template)) return template.pieces.map(marks.mark).join('');
    refused ??= { unsupported: template.unsupported, offset: Math.max(0, raw.indexOf(text.slice(0, 40))) };
    return text;
  });
  if (refused) return { kind: 'unsupported', ...refused };
  return { kind: 'data', isWritten: true, content, piecesOf: marks.piecesOf };
}

function readText(raw: string): Shape {
  const template = parseTemplate(withoutPartialTags(raw));
  if ('unsupported' in template) return { kind: 'unsupported', ...template };
  const marks = openMarks(raw);
  const content = template.pieces.map(marks.mark).join('');
  const data = dataIn(template.pieces, marks);
  if (data === undefined) return { kind: 'text', content, piecesOf: marks.piecesOf };
  if (typeof data === 'string')
    return { kind: 'unsupported', unsupported: data, offset: raw.length - raw.trimStart().length };
  return { kind: 'data', isWritten: false, content: data, piecesOf: marks.piecesOf };
}

/** Returns the list of messages that a text is; a text that says what is wrong with it; undefined for any other text. */
function dataIn(pieces: readonly TemplatePiece[], marks: Marks): readonly JsonValue[] | string | undefined {
  const text = pieces
    .map((piece) => (piece.kind === 'text' ? piece.text : '\0'))
    .join('')
    .trim();
  if (text.startsWith('- role:')) {
    const { value, problems } = parseYaml(withinBlock(pieces).map(marks.mark).join(''), 'prompt', { foreign: true });
    const isList = Array.isArray(value?.value) && problems.length === 0;
    return isList
      ? (value?.value as readonly JsonValue[])
      : 'a list of messages that is no YAML before values are inserted';
  }
  if (!/^\[\s*[{\0]/.test(text) || !text.endsWith(']') || !/["']role["']/.test(text)) return undefined;
  const list = promptJson(withoutDump(pieces).map(marks.mark).join(''));
  return Array.isArray(list) ? list : 'a list of messages that is no JSON before values are inserted';
}

export function promptJson(text: string): JsonValue | undefined {
  try {
    return excessOf(text) ? undefined : (JSON.parse(text) as JsonValue);
  } catch {
    return undefined;
  }
}

/** Applies a function to each text of a value, but not to keys. */
function mapStrings(value: JsonValue, change: (text: string) => string): JsonValue {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map((item) => mapStrings(item, change));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value as JsonObject).map(([key, item]) => [key, mapStrings(item, change)]));
}

interface Marks {
  readonly mark: (piece: TemplatePiece) => string;
  readonly piecesOf: (text: string) => readonly TemplatePiece[];
}

/** Opens markers that a text does not contain. They are words, which JSON and YAML leave as they are. */
function openMarks(text: string): Marks {
  const expressions: Expression[] = [];
  let word = 'evaMark';
  for (let number = 1; text.includes(word); number++) word = `evaMark${number}x`;
  const pattern = new RegExp(`${word}_(\\d+)_`);
  return {
    mark(piece) {
      if (piece.kind === 'text') return piece.text;
      expressions.push(piece.expression);
      return `${word}_${expressions.length - 1}_`;
    },
    piecesOf: (marked) =>
      marked.split(pattern).map((part, index): TemplatePiece => {
        const expression = index % 2 === 1 ? expressions[Number(part)] : undefined;
        return expression ? { kind: 'placeholder', expression } : { kind: 'text', text: part };
      }),
  };
}

/** Filters that write a value as JSON. */
const dumps = ['dump', 'json', 'tojson'];

/**
 * Puts quotes around placeholders that stand for a whole value of JSON and write it as JSON: `{{ x | dump }}` is then the text of `x`. Other
 * placeholders outside of quotes stay, so that the text is no JSON.
 */
function withoutDump(pieces: readonly TemplatePiece[]): readonly TemplatePiece[] {
  let isQuoted = false;
  return pieces.flatMap((piece): readonly TemplatePiece[] => {
    if (piece.kind === 'text') {
      isQuoted = endsQuoted(piece.text, isQuoted);
      return [piece];
    }
    const inner = dumped(piece.expression);
    const quote: TemplatePiece = { kind: 'text', text: '"' };
    return inner && !isQuoted ? [quote, { ...piece, expression: inner }, quote] : [piece];
  });
}

function dumped(expression: Expression): Expression | undefined {
  const isDump = expression.kind === 'filter' && dumps.includes(expression.name);
  return isDump ? expression.of : undefined;
}

/** Returns true if a text of JSON ends inside of a string. */
function endsQuoted(text: string, isQuoted: boolean): boolean {
  let inside = isQuoted;
  for (let at = 0; at < text.length; at++) {
    if (inside && text[at] === '\\') at++;
    else if (text[at] === '"') inside = !inside;
  }
  return inside;
}

/**
 * Takes filters away that only keep YAML readable: `indent` by as much as the line of the placeholder is indented, and `dump` of a whole
 * value.
 */
function withinBlock(pieces: readonly TemplatePiece[]): readonly TemplatePiece[] {
  let line = { indent: 0, tail: '' };
  return pieces.map((piece, index): TemplatePiece => {
    if (piece.kind === 'text') {
      line = lineAfter(piece.text, line);
      return piece;
    }
    const { indent, tail } = line;
    line = { indent, tail: '' };
    const next = pieces[index + 1];
    const isLast = next === undefined || (next.kind === 'text' && /^[ \t]*(?:\r?\n|$)/.test(next.text));
    const inner = /[:-][ \t]+$/.test(tail) && isLast ? dumped(piece.expression) : undefined;
    return { ...piece, expression: inner ?? withoutIndent(piece.expression, indent) };
  });
}

/** The indentation of a line, and its last characters. */
interface Line {
  readonly indent: number;
  readonly tail: string;
}

function lineAfter(text: string, line: Line): Line {
  const start = text.lastIndexOf('\n') + 1;
  const own = text.slice(start);
  return { indent: start === 0 ? line.indent : own.length - own.trimStart().length, tail: own.slice(-20) };
}

function withoutIndent(expression: Expression, indent: number): Expression {
  if (expression.kind !== 'filter' || expression.name !== 'indent') return expression;
  const [width, isFirstToo] = expression.args.list;
  const spaces = width === undefined ? 4 : width.kind === 'value' ? width.value : undefined;
  return spaces === indent && isFirstToo === undefined ? expression.of : expression;
}
