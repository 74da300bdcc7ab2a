import { type Expression, UnsupportedTemplate } from './expression.js';
import { readCode, readExpression } from './read-expression.js';

/** A piece of a template: a text, or a placeholder with its expression. */
export type TemplatePiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'placeholder'; readonly expression: Expression };

/** Why a template is not carried over: a part of it, as a clause, with its offset. */
export interface Unsupported {
  readonly unsupported: string;
  readonly offset: number;
}

type Template = { readonly pieces: readonly TemplatePiece[] } | Unsupported;

/** A piece with the white space control of its tags. */
interface Tag {
  readonly piece?: TemplatePiece;
  readonly end: number;
  /** True if white space before or behind the tag is dropped. */
  readonly trimsBefore: boolean;
  readonly trimsBehind: boolean;
}

/** Reads a template of Nunjucks without executing it: placeholders, comments and raw blocks. Anything else is unsupported. */
export function parseTemplate(text: string): Template {
  try {
    return { pieces: withJoinedTexts(readPieces(text)) };
  } catch (error) {
    if (error instanceof UnsupportedTemplate) return { unsupported: error.what, offset: error.offset };
    throw error;
  }
}

function readPieces(text: string): readonly TemplatePiece[] {
  const pieces: TemplatePiece[] = [];
  let at = 0;
  let trims = false;
  while (at < text.length) {
    const start = startOfTag(text, at);
    const tag = start < text.length ? tagAt(text, start) : undefined;
    if (start > at) {
      const literal = text.slice(at, start);
      const left = trims ? literal.trimStart() : literal;
      pieces.push({ kind: 'text', text: tag?.trimsBefore ? left.trimEnd() : left });
    }
    if (!tag) break;
    if (tag.piece) pieces.push(tag.piece);
    trims = tag.trimsBehind;
    at = tag.end;
  }
  return pieces;
}

/** Returns the offset of the next tag, or the length of the text. */
function startOfTag(text: string, from: number): number {
  const start = /\{[{%#]|#\}/g;
  start.lastIndex = from;
  const found = start.exec(text);
  if (found?.[0] === '#}') throw new UnsupportedTemplate('`#}` without `{#`', found.index);
  return found?.index ?? text.length;
}

function tagAt(text: string, start: number): Tag {
  const trimsBefore = text.charAt(start + 2) === '-';
  if (text.startsWith('{#', start)) return { ...commentAt(text, start), trimsBefore };
  if (text.startsWith('{%', start)) return { ...blockAt(text, start), trimsBefore };
  const { tokens, end, trims } = readCode(text, start + (trimsBefore ? 3 : 2));
  const expression = readExpression(tokens);
  return {
    piece: { kind: 'placeholder', expression },
    end,
    trimsBefore,
    trimsBehind: trims,
  };
}

function commentAt(text: string, start: number): Omit<Tag, 'trimsBefore'> {
  const end = text.indexOf('#}', start + 2);
  if (end === -1) throw new UnsupportedTemplate('`{#` without `#}`', start);
  return { end: end + 2, trimsBehind: text.charAt(end - 1) === '-' };
}

/** Reads a raw block. Blocks within it that open and close again belong to its text. */
function blockAt(text: string, start: number): Omit<Tag, 'trimsBefore'> {
  const { tokens, end, trims } = openingTag(text, start);
  const name = tokens.trim();
  if (name !== 'raw' && name !== 'verbatim') {
    const word = /^[^\s%]{0,40}/.exec(name)?.[0] ?? '';
    throw new UnsupportedTemplate(`the block \`{% ${word} %}\``, start);
  }
  const tags = new RegExp(`\\{%\\s*(${name}|end${name})\\s*%\\}`, 'g');
  tags.lastIndex = end;
  let open = 1;
  for (let found = tags.exec(text); found; found = tags.exec(text)) {
    open += found[1] === name ? 1 : -1;
    if (open > 0) continue;
    const piece: TemplatePiece = { kind: 'text', text: text.slice(end, found.index) };
    return { piece, end: tags.lastIndex, trimsBehind: trims };
  }
  throw new UnsupportedTemplate(`\`{% ${name} %}\` without \`{% end${name} %}\``, start);
}

function openingTag(
  text: string,
  start: number,
): { readonly tokens: string; readonly end: number; readonly trims: boolean } {
  const close = text.indexOf('%}', start + 2);
  if (close === -1) throw new UnsupportedTemplate('`{%` without `%}`', start);
  const from = start + (text.charAt(start + 2) === '-' ? 3 : 2);
  const trims = text.charAt(close - 1) === '-' && close - 1 >= from;
  return { tokens: text.slice(from, trims ? close - 1 : close), end: close + 2, trims };
}

/** Joins texts that are next to each other, and drops empty ones. */
export function withJoinedTexts(pieces: readonly TemplatePiece[]): readonly TemplatePiece[] {
  const result: TemplatePiece[] = [];
  let texts: string[] = [];
  const flush = () => {
    const text = texts.join('');
    if (text !== '') result.push({ kind: 'text', text });
    texts = [];
  };
  for (const piece of pieces) {
    if (piece.kind === 'text') texts.push(piece.text);
    else {
      flush();
      result.push(piece);
    }
  }
  flush();
  return result;
}

/**
 * Wraps a template into a raw block if a tag of it does not end on its line, as promptfoo does with prompts and values before it renders
 * them: such a text is sent as it is.
 */
export function withoutPartialTags(text: string): string {
  const isWrapped = /\{%\s*raw\s*%\}/.test(text) && /\{%\s*endraw\s*%\}/.test(text);
  return hasPartialTag(text) && !isWrapped ? `{% raw %}${text}{% endraw %}` : text;
}

/** Returns true if a tag is not closed on its line: if behind some `{%`, `{{` or `{#` a line ends before the next `%`, `}` or `#`. Reads the text once, from its end. */
export function hasPartialTag(text: string): boolean {
  const opened: Readonly<Record<string, string>> = { '%': '%', '{': '}', '#': '#' };
  const closers = new Map<string, number>();
  let lineEnd = text.length;
  for (let at = text.length - 1; at >= 1; at--) {
    const character = text.charAt(at);
    const closer = opened[character];
    if (text.charAt(at - 1) === '{' && closer !== undefined && lineEnd <= (closers.get(closer) ?? text.length))
      return true;
    if ('\n\r\u2028\u2029'.includes(character)) lineEnd = at;
    if (character === '%' || character === '}' || character === '#') closers.set(character, at);
  }
  return false;
}
