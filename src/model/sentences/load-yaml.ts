import { quoted } from '../text/quoted.js';
import type { SentenceTable } from './table.js';

/** Keys whose texts have placeholders. */
const keysOfTemplates = ['content', 'text', 'given', 'when'];

export function placeholderHint(name: string, key: string | null): string {
  if (key === 'file') return `write file: { input: ${name} }`;
  if (key !== null && keysOfTemplates.includes(key)) return `put the text in quotes: ${key}: "{{${name}}}"`;
  return `in a check write { input: ${name} } for the value of the input; elsewhere put the text in quotes`;
}

export const quoteIt = 'put the text in quotes';

/** The sentences of problems in the YAML of a file. */
export const yamlSentences = {
  'EVA_YAML_ALIAS:inside': ({ alias }: { readonly alias: string }) => ({
    message: `the alias *${alias} is inside its own anchor`,
    hint: 'if it is a text, put it in quotes',
  }),
  'EVA_YAML_ALIAS:unknown': ({ alias }: { readonly alias: string }) => ({
    message: `the alias *${alias} has no anchor above it`,
    hint: 'if it is a text, put it in quotes',
  }),
  EVA_YAML_NUMBER: ({ written }: { readonly written: string }) => ({
    message: `${quoted(written).slice(1, -1)} is not a finite number`,
    hint: 'write a number, or put a text in quotes',
  }),
  'EVA_YAML_KEY:not_text': ({ written }: { readonly written: string }) => ({
    message: `the key ${quoted(written).slice(1, -1) || 'before ":"'} is not a text`,
    hint: 'put the key in quotes',
  }),
  'EVA_YAML_SYNTAX:key_over_lines': {
    message: 'a key is not followed by ":" on its line',
    hint: 'write "key: value", and indent the lines of a longer text',
  },
  'EVA_YAML_SYNTAX:no_colon': { message: 'a key is not followed by ":"', hint: 'write "key: value"' },
  'EVA_YAML_SYNTAX:indentation': {
    message: 'the indentation is wrong',
    hint: 'start keys of one mapping, and items of one list, in the same column',
  },
  'EVA_YAML_SYNTAX:no_comma': { message: 'a "," is missing between two entries', hint: 'add the comma' },
  'EVA_YAML_SYNTAX:no_comma_or_quotes': {
    message: 'a "," is missing between two entries',
    hint: 'add the comma, or put the text between the brackets in quotes',
  },
  'EVA_YAML_SYNTAX:escape': {
    message: 'a double-quoted text has an escape that YAML does not know',
    hint: 'write \\\\ for a backslash, or use single quotes',
  },
  'EVA_YAML_SYNTAX:list_on_key_line': {
    message: 'a list begins on the line of its key',
    hint: 'begin the list on the next line, or write [a, b]',
  },
  'EVA_YAML_SYNTAX:block_text': {
    message: 'a text follows | or > on the same line',
    hint: `begin the text on the next line; ${quoteIt} if it begins with | or >`,
  },
  'EVA_YAML_SYNTAX:after_value': {
    message: 'there is more text after the end of a value',
    hint: 'check the quotes and the indentation',
  },
  'EVA_YAML_SYNTAX:long_key': { message: 'a key is longer than 1024 characters' },
  'EVA_YAML_SYNTAX:anchor_name': {
    message: 'an anchor or alias has no name',
    hint: 'put a text that begins with & or * in quotes',
  },
} as const satisfies SentenceTable;
