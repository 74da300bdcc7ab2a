import { describeExcess, excessOf } from '#model/data/bounded-json.js';
import type { JsonValue } from '#model/data/json.js';
import type { CheckOutcome } from './check.js';
import { excerptAt, placeOf } from './excerpt.js';
import { firstJsonMistake } from './json-mistake.js';

/** The JSON of a response, or the reason why it has no JSON, with the offset of the mistake if known. */
export type FoundJson = { readonly value: JsonValue } | { readonly problem: string; readonly offset?: number };

interface Block {
  readonly text: string;
  /** Offset of the text in the response. */
  readonly start: number;
}

/**
 * Parses the whole response as JSON or, if that fails, the only fenced block in it. For duplicate keys the last one counts. Never throws.
 */
export function jsonInResponse(response: string): FoundJson {
  const whole = parse({ text: response, start: 0 });
  if ('value' in whole) return whole;
  const blocks = fencedBlocks(response);
  if ('problem' in blocks) return blocks;
  const [only, second] = blocks;
  if (!only) return whole;
  if (second)
    return {
      problem: `the response has ${blocks.length} fenced blocks, so none of them is the answer`,
      offset: second.start,
    };
  return parse(only);
}

function parse({ text, start }: Block): FoundJson {
  const excess = excessOf(text);
  if (excess) return { problem: `the JSON ${describeExcess(excess)}`, offset: start + excess.offset };
  try {
    return { value: JSON.parse(text) as JsonValue };
  } catch (error) {
    const mistake = error instanceof SyntaxError ? firstJsonMistake(text) : undefined;
    if (mistake) return { problem: mistake.message, offset: start + mistake.offset };
    return { problem: `the parser gave up (${error instanceof Error ? error.message : String(error)})` };
  }
}

/**
 * Returns the text between fences of three or more backticks or tildes, at any indentation. An unclosed fence is a problem, since the
 * response may be truncated.
 */
function fencedBlocks(response: string): readonly Block[] | { readonly problem: string; readonly offset: number } {
  const blocks: Block[] = [];
  let open: { readonly fence: string; readonly start: number } | undefined;
  for (const { line, start } of lines(response)) {
    if (!open) {
      const fence = /^[ \t]*(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1];
      if (fence) open = { fence, start: start + line.length + 1 };
    } else if (closes(line, open.fence)) {
      blocks.push({ text: response.slice(open.start, start), start: open.start });
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

/** Returns the outcome of a check that needs JSON if the response has none: the reason, and the place of the mistake. */
export function notJson(response: string, found: Exclude<FoundJson, { value: unknown }>): CheckOutcome {
  if (found.offset === undefined) return { holds: false, reason: `not JSON: ${found.problem}` };
  const at = Math.min(found.offset, Math.max(0, response.trimEnd().length - 1));
  const reason = `not JSON: ${found.problem} (${placeOf(response, found.offset)})`;
  return { holds: false, reason, excerpt: excerptAt(response, at, at + 1) };
}
