import { quoted } from '#model/text/quoted.js';
import type { SentenceTable } from '../table.js';

const quoteIt = 'put the text in quotes';

/** The sentences of problems in the YAML of a file. */
export const yamlSentences = {
  'EVA_YAML_ALIAS:inside': ({ alias }: { readonly alias: string }) => ({
    message: `the alias *${alias} stands inside what it names`,
    hint: 'a text that begins with * goes between quotes',
  }),
  'EVA_YAML_ALIAS:unknown': ({ alias }: { readonly alias: string }) => ({
    message: `the alias *${alias} names no anchor above it`,
    hint: 'a text that begins with * goes between quotes',
  }),
  EVA_YAML_NUMBER: ({ written }: { readonly written: string }) => ({
    message: `${quoted(written).slice(1, -1)} is not a finite number`,
    hint: 'write a number, or put a text in quotes',
  }),
  'EVA_YAML_KEY:collection': { message: 'a key is not a text', hint: 'write it as a word or in quotes' },
  'EVA_YAML_KEY:not_text': ({ written }: { readonly written: string }) => ({
    message: `the key ${quoted(written).slice(1, -1) || 'before ":"'} is not a text`,
    hint: 'put the key in quotes',
  }),
  'EVA_YAML_KEY:merge': {
    message: 'merge keys (<<) are not read',
    hint: 'write the keys out, or use an alias for a whole value',
  },
  'EVA_YAML_KEY:twice': ({ key, line }: { readonly key: string; readonly line: number | undefined }) => ({
    message: `the key ${quoted(key)} is given twice`,
    hint: `it stands on line ${line} already`,
  }),
  'EVA_YAML_LIMIT:aliases': ({ limit }: { readonly limit: number }) => ({
    message: `the file grows to more than ${limit} values when its aliases are written out`,
    hint: 'use fewer aliases, or shorter data',
  }),
  'EVA_YAML_LIMIT:tokens': ({ limit }: { readonly limit: number }) => ({
    message: `the file holds more than ${limit} words and marks`,
    hint: 'keep long data in a file of its own and name it under "files:"',
  }),
  'EVA_YAML_LIMIT:depth': ({ limit }: { readonly limit: number }) => ({
    message: `the file is nested more than ${limit} levels deep`,
    hint: 'write it flatter',
  }),
  EVA_YAML_EMPTY: { message: 'the file is empty', hint: 'it must hold "key: value" pairs' },
  EVA_YAML_DOCUMENTS: {
    message: 'the file holds more than one document',
    hint: 'keep one, and take out the lines "---" between them',
  },
  'EVA_BAD_CHARACTER:yaml': ({ code }: { readonly code: string }) => ({
    message: `the control character U+${code} stands in the file`,
    hint: `take it out, or write it as "\\u${code}" in a double-quoted text`,
  }),
  'EVA_YAML_TAG:tag': ({ tag }: { readonly tag: string }) => ({
    message: `tags such as ${tag.slice(0, 40)} are not read`,
    hint: 'take it out; a text goes between quotes, other values are written plainly',
  }),
  'EVA_YAML_TAG:directive': { message: 'directives such as %YAML are not read', hint: 'take the line out' },
  EVA_YAML_TAB: { message: 'a tab is used for indentation', hint: 'YAML is indented with spaces' },
  'EVA_YAML_SYNTAX:open_quote': ({ closer }: { readonly closer: string }) => ({
    message: 'the quote that begins here is not closed',
    hint: `write ${closer} where the text ends`,
  }),
  'EVA_YAML_SYNTAX:open_bracket': ({ opener, closer }: { readonly opener: string; readonly closer: string }) => ({
    message: `no "${closer}" closes this "${opener}"`,
    hint: 'write it, and indent the lines between the brackets',
  }),
  'EVA_YAML_SYNTAX:colon_in_value': {
    message: 'a value holds ": ", which begins another key',
    hint: `${quoteIt}, or check the indentation`,
  },
  'EVA_YAML_SYNTAX:key_over_lines': {
    message: 'a key is not followed by ":" on its line',
    hint: 'write "key: value", and indent the lines of a longer text',
  },
  'EVA_YAML_SYNTAX:no_colon': { message: 'a key is not followed by ":"', hint: 'write "key: value"' },
  'EVA_YAML_SYNTAX:indentation': {
    message: 'the indentation is wrong',
    hint: 'what belongs together begins in the same column',
  },
  'EVA_YAML_SYNTAX:no_comma': { message: 'a "," is missing between two entries', hint: 'write it' },
  'EVA_YAML_SYNTAX:no_comma_or_quotes': {
    message: 'a "," is missing between two entries',
    hint: 'or the text between the brackets needs quotes',
  },
  'EVA_YAML_SYNTAX:first_character': ({ character }: { readonly character: string }) => ({
    message: `a plain text cannot begin with ${character}`,
    hint: quoteIt,
  }),
  'EVA_YAML_SYNTAX:escape': {
    message: 'a double-quoted text holds an escape that YAML does not know',
    hint: 'write \\\\ for a backslash, or use single quotes',
  },
  'EVA_YAML_SYNTAX:list_on_key_line': {
    message: 'a list begins on the line of its key',
    hint: 'begin the list on the next line, or write [a, b]',
  },
  'EVA_YAML_SYNTAX:block_text': {
    message: 'after | or > the text begins on the next line',
    hint: `${quoteIt} if it begins with | or >`,
  },
  'EVA_YAML_SYNTAX:after_value': {
    message: 'something follows where a value has ended',
    hint: 'check the quotes and the indentation',
  },
  'EVA_YAML_SYNTAX:long_key': { message: 'a key is longer than 1024 characters' },
  'EVA_YAML_SYNTAX:anchor_name': {
    message: 'an anchor or alias has no name',
    hint: 'a text that begins with & or * goes between quotes',
  },
  'EVA_YAML_SYNTAX:other': ({ reason }: { readonly reason: string }) => ({
    message: `not valid YAML: ${reason}`,
    hint: 'check the quotes, brackets and indentation',
  }),
} as const satisfies SentenceTable;
