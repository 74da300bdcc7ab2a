import type { SentenceTable } from './table.js';

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
  EVA_INVISIBLE_TEXT: ({ names }: { readonly names: string }) => ({
    message: `invisible text: ${names}`,
    hint: 'remove it: a model reads it, and a reviewer cannot see it',
  }),
} as const satisfies SentenceTable;
