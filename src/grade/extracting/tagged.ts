import type { Piece } from './piece.js';

/**
 * Returns the text of the last `<tag>…</tag>`, without white space at both ends. Tags are paired like brackets; a tag without its partner is
 * ignored. Of pairs inside each other it is the outer one, since that ends last. Keeps no list of tags: a reply may have millions.
 */
export function taggedPiece(reply: string, tag: string): Piece {
  const tags = { open: `<${tag}>`, close: `</${tag}>` };
  const end = endOfLastPair(reply, tags);
  if (end !== undefined) return trimmedPiece(reply, startOfPair(reply, tags, end), end);
  const nothing = reply.includes(tags.open) ? `<${tag}> is not closed in the response` : `no <${tag}> in the response`;
  return { nothing };
}

interface Tags {
  readonly open: string;
  readonly close: string;
}

/** Returns the offset of the last closing tag that has a partner. */
function endOfLastPair(reply: string, { open, close }: Tags): number | undefined {
  let depth = 0;
  let last: number | undefined;
  let opening = reply.indexOf(open);
  let closing = reply.indexOf(close);
  while (closing !== -1) {
    if (opening !== -1 && opening < closing) {
      depth++;
      opening = reply.indexOf(open, opening + open.length);
      continue;
    }
    if (depth > 0) {
      depth--;
      last = closing;
    }
    closing = reply.indexOf(close, closing + close.length);
  }
  return last;
}

/** Returns the offset after the opening tag whose partner is at `end`. All tags between them have partners. */
function startOfPair(reply: string, { open, close }: Tags, end: number): number {
  let depth = 1;
  let opening = reply.lastIndexOf(open, end - 1);
  let closing = reply.lastIndexOf(close, end - 1);
  for (;;) {
    if (closing > opening) {
      depth++;
      closing = reply.lastIndexOf(close, closing - 1);
    } else if (--depth === 0) return opening + open.length;
    else opening = reply.lastIndexOf(open, opening - 1);
  }
}

function trimmedPiece(reply: string, start: number, end: number): Piece {
  const whole = reply.slice(start, end);
  const text = whole.trim();
  return { text, start: start + whole.indexOf(text) };
}
