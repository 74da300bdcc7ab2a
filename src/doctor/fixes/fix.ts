import { discreet } from '#load/source/place.js';
import type { Place, Problem } from '#model/problem.js';
import { startOfLine } from '#model/text/characters.js';
import type { TextEdit } from '#model/text/yaml-text.js';

/** A file that a fix may change. */
export interface FileText {
  /** The name in problems: the path relative to the root, with forward slashes. */
  readonly file: string;
  /** The text without a byte order mark. */
  readonly text: string;
  /** True if the bytes are UTF-16, which eva does not read. */
  readonly isUtf16: boolean;
}

/** What a fix changes, in words for people. */
export interface Change {
  /** Empty if writing the text as UTF-8 is the change. */
  readonly edits: readonly TextEdit[];
  readonly what: string;
}

/** A mechanical change that removes a problem. */
export interface Fix {
  readonly name: string;
  /** The codes of its problems, with the variant after a colon. */
  readonly codes: readonly string[];
  /** Returns the change; null if this problem has no single one. `source` is the marked part of the file. */
  changeFor(problem: Problem, source: MarkedText): Change | null;
}

/** The part of a file that a problem marks. */
export interface MarkedText extends FileText {
  readonly start: number;
  readonly end: number;
  /** `text[start, end)`. */
  readonly marked: string;
}

/**
 * Finds the part of a text that a place marks. Returns null if the line is no longer the one that the problem shows, and for a line that a
 * problem does not show: it is very long, or may hold a secret.
 */
export function markedText(file: FileText, at: Place): MarkedText | null {
  if (at.line === undefined) return { ...file, start: 0, end: 0, marked: '' };
  const lineStart = startOfLine(file.text, at.line);
  const { source } = discreet(at);
  if (source === undefined || lineStart < 0 || !file.text.startsWith(source, lineStart)) return null;
  const start = lineStart + (at.column ?? 1) - 1;
  const end = start + (at.length ?? 1);
  return { ...file, start, end, marked: file.text.slice(start, end) };
}

export function replaced({ start, end, marked }: MarkedText, text: string): Change {
  return { edits: [{ start, end, text }], what: `${shown(marked)} → ${shown(text)}` };
}

const mostShown = 60;

/** Returns a text for one line of output. */
function shown(text: string): string {
  const line = text.replaceAll('\n', '\\n');
  return line.length > mostShown ? `${line.slice(0, mostShown)}…` : line;
}

export function paramOf(problem: Problem, name: string): unknown {
  return (problem.fix ?? (problem.params as Problem['fix']))?.[name];
}

/** Returns a text without the quotes around it. */
export function withoutQuotes(written: string): string {
  return /^(["'])[\s\S]*\1$/.test(written) ? written.slice(1, -1) : written;
}
