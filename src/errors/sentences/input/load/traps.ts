import { quoted } from '#model/text/quoted.js';
import type { SentenceTable } from '../../table.js';

const orLiteral = 'if the braces are meant as they are, write braces: literal in meta.yml';

/** A control character, and the escape that YAML reads as this character; null for any other. */
export interface ControlInText {
  readonly character: string;
  readonly written: string | null;
}

/** Says how to write a field of a data set: its name may be none of an input. */
function placeholderFor(name: string): string {
  if (/^[A-Za-z_][A-Za-z0-9_-]*$/.test(name)) return `write {{${name}}}`;
  return `write {{NAME}}, and inputs: { NAME: ${JSON.stringify(name)} } under dataset:`;
}

/** The sentences of warnings about texts that do not mean what they seem to. */
export const trapSentences = {
  'EVA_TEMPLATE_LEFTOVER:block': ({ written }: { readonly written: string }) => ({
    message: `${quoted(written)} is sent as it is: eva has no conditions, loops or comments`,
    hint: `write the text that the model should read, or give the whole part as an input; ${orLiteral}`,
  }),
  'EVA_TEMPLATE_LEFTOVER:expression': ({ written, name }: { readonly written: string; readonly name: string }) => ({
    message: `${quoted(written)} is sent as it is: eva replaces names alone`,
    hint: `declare an input \`${name}\` and write {{${name}}}; ${orLiteral}`,
  }),
  'EVA_TEMPLATE_LEFTOVER:input': ({ written, name }: { readonly written: string; readonly name: string }) => ({
    message: `${quoted(written)} is sent as it is, and ${quoted(name)} is an input`,
    hint: `write {{${name}}}; ${orLiteral}`,
  }),
  'EVA_TEMPLATE_LEFTOVER:field': ({ written, name }: { readonly written: string; readonly name: string }) => ({
    message: `${quoted(written)} is sent as it is, and ${quoted(name)} is a field of the data set`,
    hint: `${placeholderFor(name)}; ${orLiteral}`,
  }),
  'EVA_TEMPLATE_LEFTOVER:braces': ({ written }: { readonly written: string }) => ({
    message: `${quoted(written)} is sent as it is: a placeholder has the name of an input alone`,
    hint: `write {{NAME}} with Latin letters, digits, _ and -; ${orLiteral}`,
  }),
  'EVA_TEMPLATE_LEFTOVER:file': ({ written, input }: { readonly written: string; readonly input: string | null }) => ({
    message: `${quoted(written)} is used as this text: eva does not read the file`,
    hint:
      input === null
        ? 'write the text of the file here'
        : `write it under files: instead of inputs:, without file://: files: { ${input}: PATH }`,
  }),
  'EVA_TEMPLATE_LEFTOVER:triple': ({ written, name }: { readonly written: string; readonly name: string }) => ({
    message: `${quoted(written)} is sent with a brace before and after the value`,
    hint: `write {{${name}}}; ${orLiteral}`,
  }),
  'EVA_SILENT_CHECK:control': ({ character, written }: ControlInText) => ({
    message: `this text has the control character ${character}${written === null ? '' : `, which is ${written} in double quotes`}`,
    hint: 'write it in single quotes, or with two backslashes in double quotes',
  }),
  'EVA_SILENT_CHECK:slashes': ({ pattern }: { readonly pattern: string }) => ({
    message: 'the slashes around this pattern are part of it, and so are the letters after them',
    hint: `write '${pattern}'`,
  }),
  'EVA_SILENT_CHECK:keyword': ({ keyword, meant }: { readonly keyword: string; readonly meant: string }) => ({
    message: `${quoted(keyword)} is no keyword of JSON Schema, so it checks nothing`,
    hint: `did you mean ${quoted(meant)}?`,
  }),
  'EVA_SILENT_CHECK:format': ({ format }: { readonly format: string }) => ({
    message: `eva does not check "format": ${quoted(format)} fits every text`,
    hint: 'add a pattern that says what the text looks like',
  }),
  EVA_CHAT_IN_TEXT: {
    message: 'this is a list of messages, and it is sent as one user message',
    hint: 'rename the file to messages.yml',
  },
  EVA_INVISIBLE_TEXT: ({ names }: { readonly names: string }) => ({
    message: `invisible text: ${names}`,
    hint: 'remove it: a model reads it, and a reviewer cannot see it',
  }),
  EVA_LOOKALIKE: ({ name, characters }: { readonly name: string; readonly characters: string }) => ({
    message: `this looks like {{${name}}} and is sent as it is, since it contains ${characters}`,
    hint: `type {{${name}}} again`,
  }),
} as const satisfies SentenceTable;
