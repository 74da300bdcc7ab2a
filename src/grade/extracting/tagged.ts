import type { Piece } from './piece.js';

/**
 * Returns the text of the last `<tag>…</tag>`, without white space at both ends. Tags are paired like brackets; a tag without its partner is
 * ignored. Of pairs inside each other it is the outer one, since that ends last.
 */
export function taggedPiece(reply: string, tag: string): Piece {
  const open: number[] = [];
  let last: { readonly start: number; readonly end: number } | undefined;
  const pattern = new RegExp(`<(/?)${tag.replaceAll('.', '\\.')}>`, 'g');
  for (const match of reply.matchAll(pattern)) {
    if (match[1] === '') {
      open.push(match.index + match[0].length);
      continue;
    }
    const start = open.pop();
    if (start !== undefined) last = { start, end: match.index };
  }
  if (last) return trimmedPiece(reply, last.start, last.end);
  return { nothing: open.length > 0 ? `<${tag}> is not closed in the response` : `no <${tag}> in the response` };
}

function trimmedPiece(reply: string, start: number, end: number): Piece {
  const whole = reply.slice(start, end);
  const text = whole.trim();
  return { text, start: start + whole.indexOf(text) };
}
