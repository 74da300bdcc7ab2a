import type { Expression } from '../template/expression.js';
import type { Piece } from '../template/parse.js';

/** Filters that write a value as JSON. */
const dumps = ['dump', 'json', 'tojson'];

/**
 * Puts quotes around placeholders that stand for a whole value of JSON and write it as JSON: `{{ x | dump }}` is then the text of `x`. Other
 * placeholders outside of quotes stay, so that the text is no JSON.
 */
export function withoutDump(pieces: readonly Piece[]): readonly Piece[] {
  let isQuoted = false;
  return pieces.flatMap((piece): readonly Piece[] => {
    if (piece.kind === 'text') {
      isQuoted = endsQuoted(piece.text, isQuoted);
      return [piece];
    }
    const inner = dumped(piece.expression);
    const quote: Piece = { kind: 'text', text: '"' };
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
export function withinBlock(pieces: readonly Piece[]): readonly Piece[] {
  let line = { indent: 0, tail: '' };
  return pieces.map((piece, index): Piece => {
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
