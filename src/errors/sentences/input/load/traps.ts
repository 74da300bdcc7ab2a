import { quoted } from '#model/text/quoted.js';
import type { SentenceTable } from '../../table.js';

export const orLiteral = 'if the braces are meant as they are, write braces: literal in meta.yml';

/** A control character, and the escape that YAML reads as this character; null for any other. */
export interface ControlInText {
  readonly character: string;
  readonly written: string | null;
}

/** Says how to write a field of a data set: its name may be none of an input. */
export function placeholderFor(name: string): string {
  if (/^[A-Za-z_][A-Za-z0-9_-]*$/.test(name)) return `write {{${name}}}`;
  return `write {{NAME}}, and inputs: { NAME: ${JSON.stringify(name)} } under dataset:`;
}

/** The sentences of warnings about texts that do not mean what they seem to. */
export const trapSentences = {
  'EVA_TEMPLATE_LEFTOVER:input': ({ written, name }: { readonly written: string; readonly name: string }) => ({
    message: `${quoted(written)} is sent as it is, and ${quoted(name)} is an input`,
    hint: `write {{${name}}}; ${orLiteral}`,
  }),
  'EVA_TEMPLATE_LEFTOVER:triple': ({ written, name }: { readonly written: string; readonly name: string }) => ({
    message: `${quoted(written)} is sent with a brace before and after the value`,
    hint: `write {{${name}}}; ${orLiteral}`,
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
