import type { Excerpt } from '#model/run/score.js';
import { startOfLine } from '#model/text/characters.js';
import { clip, excerptAt } from '../checking/excerpt.js';

/** The piece of a reply that checks and rubrics see. */
export type Piece = FoundPiece | NoPiece;

export interface FoundPiece {
  readonly text: string;
  /** The offset of the text in the reply; absent if the reply does not contain it as it is. */
  readonly start?: number;
}

/** The reason why there is no piece, with the part of the reply that shows it. */
export interface NoPiece {
  readonly nothing: string;
  readonly excerpt?: Excerpt;
}

/** The maximum number of characters of a piece that a result keeps. */
const mostKept = 2_000;

/** Returns the piece for a result; nothing if it is the whole reply, apart from white space around it. */
export function extractedPart({ text }: FoundPiece, reply: string): { readonly extracted?: string } {
  return text.trim() === reply.trim() ? {} : { extracted: clip(text, mostKept) };
}

/** Returns an excerpt of a piece as an excerpt of the reply; as it is if the reply does not contain the piece. */
export function excerptInReply({ text, start }: FoundPiece, excerpt: Excerpt, reply: string): Excerpt {
  if (start === undefined) return excerpt;
  const lineStart = startOfLine(text, excerpt.line);
  const shown = excerpt.text.replace(/^…|…$/g, '');
  const within = text.indexOf(shown, lineStart);
  if (within === -1) return excerpt;
  const at = start + within;
  const { mark } = excerpt;
  if (!mark) return excerptAt(reply, at);
  const lead = excerpt.text.startsWith('…') ? 1 : 0;
  return excerptAt(reply, at + mark.start - lead, at + mark.end - lead);
}
