export interface FencedBlock {
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
      if (fence) open = { fence, start: start + line.length + 1, language: languageOf(info) };
    } else if (closes(line, open.fence)) {
      blocks.push({ text: response.slice(open.start, start), start: open.start, language: open.language });
      open = undefined;
    }
  }
  return open ? { problem: 'a fenced block is not closed', offset: open.start } : blocks;
}

function languageOf(info: string): string {
  return (info.trim().split(/\s/, 1)[0] ?? '').toLowerCase();
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
