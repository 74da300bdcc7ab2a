import { type Document, visit, type YAMLError } from 'yaml';
import type { Problem } from '#model/problem.js';
import { problem } from '#model/problem.js';
import { short } from '#model/text/quoted.js';
import { type PlacedText, placeAt } from './place.js';

const quoteIt = 'put the text in quotes';

/** Converts an error of the YAML parser to a problem. Only the first error of a file is reliable, since it causes the others. */
export function syntaxProblem(error: YAMLError, text: PlacedText, document: Document.Parsed): Problem {
  const [start, end] = error.pos;
  const indent = tabInIndent(text, start);
  if (error.code === 'TAB_AS_INDENT' || indent !== undefined)
    return problem('EVA_YAML_TAB', 'the indentation has a tab', {
      hint: 'indent with spaces',
      at: placeAt(text, indent ?? start),
    });
  const closer = /end with a ([\]}])/.exec(error.message)?.[1] ?? /Missing closing (["'])/.exec(error.message)?.[1];
  if (closer !== undefined) return unclosed(closer, text, document, start);
  const at = placeAt(text, visibleStart(text.text, start), end);
  if (error.code === 'BAD_SCALAR_START') {
    const character = error.message.at(-1) ?? 'this character';
    return problem('EVA_YAML_SYNTAX:first_character', `a plain text cannot begin with ${short(character)}`, {
      hint: quoteIt,
      at,
    });
  }
  if (error.code === 'BLOCK_AS_IMPLICIT_KEY') {
    const instead = unambiguous(text, start);
    return problem('EVA_YAML_SYNTAX:colon_in_value', 'a value has ": ", which begins another key', {
      hint:
        instead === null ? `${quoteIt}, or check the indentation` : `write ${short(instead)}, or check the indentation`,
      at,
    });
  }
  const mistake = mistakeOf(error);
  if (mistake) {
    const [message, hint]: readonly [string, string?] = mistakes[mistake];
    return problem(`EVA_YAML_SYNTAX:${mistake}`, message, { hint, at });
  }
  const message = error.message.charAt(0).toLowerCase() + error.message.slice(1).split('\n')[0];
  return problem('EVA_YAML_SYNTAX:other', `not valid YAML: ${short(message)}`, {
    hint: 'check the quotes, brackets and indentation',
    at,
  });
}

/** Returns the offset of a tab in the indentation before an error. */
function tabInIndent({ text }: PlacedText, offset: number): number | undefined {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  const indent = /^[ \t]*/.exec(text.slice(lineStart))?.[0] ?? '';
  const tabAt = indent.indexOf('\t');
  return tabAt < 0 ? undefined : lineStart + tabAt;
}

/** Returns the pair of a line whose value has ": ", written so that YAML reads one text; null if that is not sure. */
function unambiguous({ text }: PlacedText, offset: number): string | null {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  const line = text.slice(lineStart, lineStart + longestLine).split('\n')[0] ?? '';
  const [, key, value] = /^[ -]*([\w-]+): +([^\s"'|>[{&*!#%@\x60][^"\\#]*)$/.exec(line.trimEnd()) ?? [];
  if (key === undefined || value === undefined || !/: /.test(value) || line.length >= longestLine) return null;
  if (key === 'model') return `model: ${value.replace(/: +/, ':')}`;
  return `${key}: "${value}"`;
}

/** Lines of this length are too long for a hint, in characters. */
const longestLine = 80;

/** Moves an error at the end of the file to the last line with text. */
function visibleStart(text: string, offset: number): number {
  if (offset < text.length) return offset;
  return Math.max(0, text.trimEnd().length - 1);
}

/** The mistakes that the parser tells apart: the variant, what is wrong, and what to do. */
const mistakes = {
  key_over_lines: [
    'a key is not followed by ":" on its line',
    'write "key: value", and indent the lines of a longer text',
  ],
  no_colon: ['a key is not followed by ":"', 'write "key: value"'],
  indentation: ['the indentation is wrong', 'start keys of one mapping, and items of one list, in the same column'],
  no_comma: ['a "," is missing between two entries', 'add the comma'],
  no_comma_or_quotes: [
    'a "," is missing between two entries',
    'add the comma, or put the text between the brackets in quotes',
  ],
  escape: [
    'a double-quoted text has an escape that YAML does not know',
    'write \\\\ for a backslash, or use single quotes',
  ],
  list_on_key_line: ['a list begins on the line of its key', 'begin the list on the next line, or write [a, b]'],
  block_text: [
    'a text follows | or > on the same line',
    `begin the text on the next line; ${quoteIt} if it begins with | or >`,
  ],
  after_value: ['there is more text after the end of a value', 'check the quotes and the indentation'],
  long_key: ['a key is longer than 1024 characters'],
  anchor_name: ['an anchor or alias has no name', 'put a text that begins with & or * in quotes'],
} as const;

/** Returns the mistake that an error of the parser means; undefined for rare errors. */
function mistakeOf({ code, message }: YAMLError): keyof typeof mistakes | undefined {
  switch (code) {
    case 'MULTILINE_IMPLICIT_KEY':
      return 'key_over_lines';
    case 'BAD_INDENT':
      return 'indentation';
    case 'MISSING_CHAR':
      if (message.includes('map values')) return 'no_colon';
      return message.includes(',') ? 'no_comma' : undefined;
    case 'BAD_DQ_ESCAPE':
      return 'escape';
    case 'UNEXPECTED_TOKEN':
      if (message.includes('block-seq-ind on same line')) return 'list_on_key_line';
      if (message.includes('Block scalar header')) return 'block_text';
      return message.includes('scalar') ? 'after_value' : undefined;
    case 'BLOCK_IN_FLOW':
      return 'no_comma_or_quotes';
    case 'KEY_OVER_1024_CHARS':
      return 'long_key';
    case 'BAD_ALIAS':
      return 'anchor_name';
    default:
      return undefined;
  }
}

const openers: Readonly<Record<string, string>> = { ']': '[', '}': '{', '"': '"', "'": "'" };

/** Returns the problem of an unclosed quote or bracket, at its opening. The parser reports the place where it gave up. */
function unclosed(closer: string, text: PlacedText, document: Document.Parsed, end: number): Problem {
  const opener = openers[closer] ?? closer;
  const start = openedAt(opener, closer, text.text, document) ?? visibleStart(text.text, end);
  const at = placeAt(text, start);
  return opener === closer
    ? problem('EVA_YAML_SYNTAX:open_quote', 'the quote that begins here is not closed', {
        hint: `write ${short(closer)} where the text ends`,
        at,
      })
    : problem('EVA_YAML_SYNTAX:open_bracket', `no "${short(closer)}" closes this "${short(opener)}"`, {
        hint: 'add it, and indent the lines between the brackets',
        at,
      });
}

/** Finds the innermost text or flow collection that begins with the opener and does not end with the closer. */
function openedAt(opener: string, closer: string, text: string, document: Document.Parsed): number | undefined {
  let found: number | undefined;
  visit(document, {
    Node: (_key, { range }) => {
      if (!range || text[range[0]] !== opener) return;
      const [start, end] = range;
      if (end - start < 2 || text[end - 1] !== closer) found = start;
    },
  });
  return found;
}
