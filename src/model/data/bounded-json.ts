/** How many lists and objects may be nested in one another in a reply. */
export const mostLevels = 200;

/** How many opening brackets and commas one JSON text may hold. 10 million small objects take more than 1 GB of memory. */
const mostMarks = 1_000_000;

export interface JsonBounds {
  readonly levels: number;
  /** Opening brackets and commas. */
  readonly marks: number;
}

/** The bounds of everything that a model, an application or a server sends. */
const replyBounds: JsonBounds = { levels: mostLevels, marks: mostMarks };

/** The bounds of eva's own files, one line of them where they have lines: a reply is nested a few levels deeper in them. */
export const fileBounds: JsonBounds = { levels: mostLevels + 100, marks: 4 * mostMarks };

/** Why a text must not be parsed, and where: offset in UTF-16 units of the first bracket or comma that is too much. */
export interface JsonExcess {
  readonly excess: 'too_deep' | 'too_many';
  readonly offset: number;
}

/**
 * Returns the first place where a JSON text exceeds the bounds; null if it does not. Reads the text once, before anything is
 * allocated for it; brackets in strings do not count. Whether the text is JSON at all is left to the parser.
 */
export function excessOf(text: string, { levels, marks }: JsonBounds = replyBounds): JsonExcess | null {
  if (text.length <= Math.min(levels, marks)) return null;
  let open = 0;
  let seen = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (isOpening(code)) open++;
    else if (isClosing(code)) open--;
    if (open > levels) return { excess: 'too_deep', offset: at };
    if ((isOpening(code) || code === comma) && ++seen > marks) return { excess: 'too_many', offset: at };
  }
  return null;
}

/** Says what is too much, as the end of a sentence: `is nested deeper than 200 levels`. */
export function describeExcess({ excess }: JsonExcess, { levels, marks }: JsonBounds = replyBounds): string {
  return excess === 'too_deep'
    ? `is nested deeper than ${levels} levels`
    : `holds more than ${marks} brackets and commas`;
}

/**
 * Parses a JSON text that somebody else wrote. Lists and objects below 200 levels are read as null: nothing that eva looks for is
 * nested so deep. Throws `SyntaxError` if the text is not JSON or holds more than a million brackets and commas.
 */
export function parseBounded(text: string): unknown {
  const excess = excessOf(text);
  if (excess === null) return JSON.parse(text);
  const shallow = withoutDepth(text, mostLevels);
  if (excessOf(shallow)) throw new SyntaxError(`the JSON holds more than ${mostMarks} brackets and commas`);
  return JSON.parse(shallow);
}

/** Replaces each list and object that is nested deeper than `levels` by `null`. */
function withoutDepth(text: string, levels: number): string {
  const kept: string[] = [];
  let open = 0;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (isOpening(code) && open++ === levels) kept.push(text.slice(from, at), 'null');
    else if (isClosing(code) && open-- === levels + 1) from = at + 1;
  }
  return kept.join('') + (open > levels ? '' : text.slice(from));
}

const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;

function isOpening(code: number): boolean {
  return code === 0x5b || code === 0x7b;
}

function isClosing(code: number): boolean {
  return code === 0x5d || code === 0x7d;
}

/** The offset of the quote that ends the string which begins at `start`; that of the last character if none does. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length - 1 : end;
}

/** Whether an odd number of backslashes stands before a quote. */
function isEscaped(text: string, at: number): boolean {
  let before = at;
  while (text.charCodeAt(before - 1) === backslash) before--;
  return (at - before) % 2 === 1;
}
