import type { Excerpt, Finding } from '#model/run/trial.js';
import { startOfLine } from '#model/text/characters.js';
import { clipExcerpt, excerptAt } from './check-parts/excerpt.js';

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

/** Makes the finding of a check or rubric that has nothing to see. */
export function noPieceFinding(about: string, { nothing, excerpt }: NoPiece): Finding {
  return { about, holds: false, reason: nothing, ...(excerpt && { excerpt }) };
}

/** The maximum number of characters of a piece that a result keeps. */
const mostKept = 2_000;

/** Returns the piece for a result; nothing if it is the whole reply, apart from white space around it. */
export function extractedPart({ text }: FoundPiece, reply: string): { readonly extracted?: string } {
  return text.trim() === reply.trim() ? {} : { extracted: clipExcerpt(text, mostKept) };
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

interface FencedBlock {
  readonly text: string;
  /** Offset of the text in the response. */
  readonly start: number;
  /** The first word after the fence in lower case, such as `json`; empty without one. */
  readonly language: string;
}

/**
 * Returns the text between fences of three or more backticks or tildes, at any indentation. An unclosed fence is a problem, since the
 * response may be truncated.
 */
export function fencedBlocks(
  response: string,
): readonly FencedBlock[] | { readonly problem: string; readonly offset: number } {
  const blocks: FencedBlock[] = [];
  let open: { readonly fence: string; readonly start: number; readonly language: string } | undefined;
  for (const { line, start } of lines(response)) {
    if (!open) {
      const [, fence, info = ''] = /^[ \t]*(`{3,}(?=[^`]*$)|~{3,})(.*)/.exec(line) ?? [];
      const [language = ''] = info.trim().toLowerCase().split(/\s/, 1);
      if (fence) open = { fence, start: start + line.length + 1, language };
    } else if (closes(line, open.fence)) {
      blocks.push({ text: response.slice(open.start, start), start: open.start, language: open.language });
      open = undefined;
    }
  }
  return open ? { problem: 'a fenced block is not closed', offset: open.start } : blocks;
}

function closes(line: string, fence: string): boolean {
  const mark = line.trim();
  return mark.length >= fence.length && mark === fence.charAt(0).repeat(mark.length);
}

function* lines(text: string): Generator<{ readonly line: string; readonly start: number }> {
  let start = 0;
  while (start <= text.length) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    yield { line: text.slice(start, end), start };
    start = end + 1;
  }
}
