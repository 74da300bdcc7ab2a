import type { Document, YAMLError } from 'yaml';
import { problem } from '#errors/index.js';
import type { Problem } from '#model/problem.js';
import { type PlacedText, placeAt } from '../place.js';
import { yamlPackage } from './yaml-package.js';

type Said = readonly [message: string, hint?: string];

/** A YAML parser's complaint in words for who wrote the file. Only the first one of a file is true: the others follow from it. */
export function syntaxProblem(error: YAMLError, text: PlacedText, document: Document.Parsed): Problem {
  const [start, end] = error.pos;
  const indent = tabInIndent(text, start);
  if (error.code === 'TAB_AS_INDENT' || indent !== undefined) return tab(text, indent ?? start);
  const closer = missingCloser(error);
  if (closer !== undefined) return unclosed(closer, text, document, start);
  const [message, hint] = said(error);
  return problem('EVA_YAML_SYNTAX', message, { at: placeAt(text, visibleStart(text.text, start), end), hint });
}

function tab(text: PlacedText, offset: number): Problem {
  return problem('EVA_YAML_TAB', 'a tab is used for indentation', {
    at: placeAt(text, offset),
    hint: 'YAML is indented with spaces',
  });
}

/** The offset of a tab in the white space before what the parser complains of. */
function tabInIndent({ text }: PlacedText, offset: number): number | undefined {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  const indent = /^[ \t]*/.exec(text.slice(lineStart))?.[0] ?? '';
  const tabAt = indent.indexOf('\t');
  return tabAt < 0 ? undefined : lineStart + tabAt;
}

/** What is missing at the end of the file is shown at its last line, not below it. */
function visibleStart(text: string, offset: number): number {
  if (offset < text.length) return offset;
  return Math.max(0, text.trimEnd().length - 1);
}

function said(error: YAMLError): Said {
  const known = Object.hasOwn(sayings, error.code) ? sayings[error.code] : undefined;
  return (
    known?.(error.message) ?? [
      `not valid YAML: ${lowerFirst(error.message)}`,
      'check the quotes, brackets and indentation',
    ]
  );
}

const quoteIt = 'put the text in quotes';

const sayings: Readonly<Record<string, (message: string) => Said | undefined>> = {
  BLOCK_AS_IMPLICIT_KEY: () => ['a value holds ": ", which begins another key', `${quoteIt}, or check the indentation`],
  MULTILINE_IMPLICIT_KEY: () => [
    'a key is not followed by ":" on its line',
    'write "key: value", and indent the lines of a longer text',
  ],
  BAD_INDENT: wrongIndent,
  MISSING_CHAR: missingCharacter,
  BAD_SCALAR_START: (message) => [`a plain text cannot begin with ${message.at(-1) ?? 'this character'}`, quoteIt],
  BAD_DQ_ESCAPE: () => [
    'a double-quoted text holds an escape that YAML does not know',
    'write \\\\ for a backslash, or use single quotes',
  ],
  UNEXPECTED_TOKEN: unexpected,
  BLOCK_IN_FLOW: () => ['a "," is missing between two entries', 'or the text between the brackets needs quotes'],
  KEY_OVER_1024_CHARS: () => ['a key is longer than 1024 characters'],
  BAD_ALIAS: () => ['an anchor or alias has no name', 'a text that begins with & or * goes between quotes'],
};

const openers: Readonly<Record<string, string>> = { ']': '[', '}': '{', '"': '"', "'": "'" };

function missingCloser({ message }: YAMLError): string | undefined {
  return /end with a ([\]}])/.exec(message)?.[1] ?? /Missing closing (["'])/.exec(message)?.[1];
}

/** The parser tells where it gave up; whoever wrote the file looks for where the quote or bracket was opened. */
function unclosed(closer: string, text: PlacedText, document: Document.Parsed, end: number): Problem {
  const opener = openers[closer] ?? closer;
  const start = openedAt(opener, closer, text.text, document) ?? visibleStart(text.text, end);
  const isQuote = opener === closer;
  const message = isQuote ? 'the quote that begins here is not closed' : `no "${closer}" closes this "${opener}"`;
  const hint = isQuote ? `write ${closer} where the text ends` : 'write it, and indent the lines between the brackets';
  return problem('EVA_YAML_SYNTAX', message, { at: placeAt(text, start), hint });
}

/** The innermost text or flow collection that begins with the opener and does not end with the closer. */
function openedAt(opener: string, closer: string, text: string, document: Document.Parsed): number | undefined {
  let found: number | undefined;
  yamlPackage().visit(document, {
    Node: (_key, { range }) => {
      if (!range || text[range[0]] !== opener) return;
      const [start, end] = range;
      if (end - start < 2 || text[end - 1] !== closer) found = start;
    },
  });
  return found;
}

function wrongIndent(): Said {
  return ['the indentation is wrong', 'what belongs together begins in the same column'];
}

function missingCharacter(message: string): Said | undefined {
  if (message.includes('map values')) return ['a key is not followed by ":"', 'write "key: value"'];
  return message.includes(',') ? ['a "," is missing between two entries', 'write it'] : undefined;
}

function unexpected(message: string): Said | undefined {
  if (message.includes('block-seq-ind on same line')) {
    return ['a list begins on the line of its key', 'begin the list on the next line, or write [a, b]'];
  }
  if (message.includes('Block scalar header')) {
    return ['after | or > the text begins on the next line', `${quoteIt} if it begins with | or >`];
  }
  if (!message.includes('scalar')) return undefined;
  return ['something follows where a value has ended', 'check the quotes and the indentation'];
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1).split('\n')[0];
}
