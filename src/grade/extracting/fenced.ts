import { fencedBlocks } from '../checking/fenced-blocks.js';
import type { Piece } from './piece.js';

/** Returns the text of the only fenced block of a language, or of any with `true`. Letter case of the language does not count. */
export function fencedPiece(reply: string, language: string | true): Piece {
  const blocks = fencedBlocks(reply);
  if ('problem' in blocks) return { nothing: `${blocks.problem} in the response` };
  const own = blocks.filter((block) => language === true || block.language === language.toLowerCase());
  const [only] = own;
  const kind = language === true ? 'fenced' : language;
  if (!only) return { nothing: `no ${kind} block in the response` };
  if (own.length > 1) return { nothing: `${own.length} ${kind} blocks in the response, so none of them is the answer` };
  return { text: only.text.replace(/\r?\n$/, ''), start: only.start };
}
