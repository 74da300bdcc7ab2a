import type { YAMLError } from 'yaml';
import { problem } from '#errors.js';
import type { Problem } from '#model/problem.js';
import { type PlacedText, placeAt } from '../place.js';

type Said = readonly [message: string, hint?: string];

/** A YAML parser's complaint in words for who wrote the file. Only the first one of a file is true: the others follow from it. */
export function syntaxProblem(error: YAMLError, text: PlacedText): Problem {
  const [start, end] = error.pos;
  const indent = tabInIndent(text, start);
  if (error.code === 'TAB_AS_INDENT' || indent !== undefined) return tab(text, indent ?? start);
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
  return known?.(error.message) ?? [`not valid YAML: ${lowerFirst(error.message)}`];
}

const quoteIt = 'put the text in quotes';

const sayings: Readonly<Record<string, (message: string) => Said | undefined>> = {
  BLOCK_AS_IMPLICIT_KEY: () => ['a value holds ": ", which begins another key', `${quoteIt}, or check the indentation`],
  MULTILINE_IMPLICIT_KEY: () => [
    'a key is not followed by ":" on its line',
    'write "key: value", and indent the lines of a longer text',
  ],
  BAD_INDENT: bracketOrIndent,
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

function bracketOrIndent(message: string): Said {
  const bracket = /end with a ([\]}])/.exec(message)?.[1];
  if (bracket) return [`a "${bracket}" is missing, or a line between the brackets is not indented enough`];
  return ['the indentation is wrong', 'what belongs together begins in the same column'];
}

function missingCharacter(message: string): Said | undefined {
  const bracket = /must end with a ([\]}])/.exec(message)?.[1];
  if (bracket) return [`a "${bracket}" is missing`];
  const quote = /Missing closing (["'])/.exec(message)?.[1];
  if (quote) return [`a closing ${quote} is missing`];
  if (message.includes('map values')) return ['a key is not followed by ":"', 'write "key: value"'];
  return message.includes(',') ? ['a "," is missing between two entries'] : undefined;
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
