import { type Document, visit, type YAMLError } from 'yaml';
import type { Problem } from '#model/problem.js';
import { quoteIt } from '#model/sentences/load-yaml.js';
import { problem } from '#model/sentences/sentence.js';
import { short } from '#model/text/quoted.js';
import { type PlacedText, placeAt } from './place.js';

/** Converts an error of the YAML parser to a problem. Only the first error of a file is reliable, since it causes the others. */
export function syntaxProblem(error: YAMLError, text: PlacedText, document: Document.Parsed): Problem {
  const [start, end] = error.pos;
  const indent = tabInIndent(text, start);
  if (error.code === 'TAB_AS_INDENT' || indent !== undefined)
    return problem('EVA_YAML_TAB', 'the indentation has a tab', {
      hint: 'indent with spaces',
      at: placeAt(text, indent ?? start),
    });
  const closer = missingCloser(error);
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
  const key = mistakeOf(error);
  return key
    ? problem(key, null, { at })
    : problem('EVA_YAML_SYNTAX:other', `not valid YAML: ${short(lowerFirst(error.message))}`, {
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

/** Returns the sentence for an error of the parser; undefined for rare errors. */
function mistakeOf({ code, message }: YAMLError) {
  switch (code) {
    case 'MULTILINE_IMPLICIT_KEY':
      return 'EVA_YAML_SYNTAX:key_over_lines';
    case 'BAD_INDENT':
      return 'EVA_YAML_SYNTAX:indentation';
    case 'MISSING_CHAR':
      return missingCharacter(message);
    case 'BAD_DQ_ESCAPE':
      return 'EVA_YAML_SYNTAX:escape';
    case 'UNEXPECTED_TOKEN':
      return unexpectedToken(message);
    case 'BLOCK_IN_FLOW':
      return 'EVA_YAML_SYNTAX:no_comma_or_quotes';
    case 'KEY_OVER_1024_CHARS':
      return 'EVA_YAML_SYNTAX:long_key';
    case 'BAD_ALIAS':
      return 'EVA_YAML_SYNTAX:anchor_name';
    default:
      return undefined;
  }
}

function missingCharacter(message: string) {
  if (message.includes('map values')) return 'EVA_YAML_SYNTAX:no_colon';
  return message.includes(',') ? 'EVA_YAML_SYNTAX:no_comma' : undefined;
}

function unexpectedToken(message: string) {
  if (message.includes('block-seq-ind on same line')) return 'EVA_YAML_SYNTAX:list_on_key_line';
  if (message.includes('Block scalar header')) return 'EVA_YAML_SYNTAX:block_text';
  return message.includes('scalar') ? 'EVA_YAML_SYNTAX:after_value' : undefined;
}

const openers: Readonly<Record<string, string>> = { ']': '[', '}': '{', '"': '"', "'": "'" };

function missingCloser({ message }: YAMLError): string | undefined {
  return /end with a ([\]}])/.exec(message)?.[1] ?? /Missing closing (["'])/.exec(message)?.[1];
}

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

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1).split('\n')[0];
}
