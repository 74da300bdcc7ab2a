import { placeholderOr, type UndeclaredInput } from '../input/load/cases.js';
import type { SentenceTable } from '../table.js';

export const moveReference = 'move reference material into files that are given as inputs';

/** The sentences of problems that `doctor` finds. */
export const doctorSentences = {
  EVA_HIDDEN_CHARACTER: (params: { readonly kind: string; readonly characters: string }) => ({
    message: `the body contains ${params.kind}: ${params.characters}`,
    hint: 'remove it: the model reads it, and a reviewer cannot see it',
  }),
  'EVA_LOOK_ALIKE:placeholder': (params: { readonly meant: string; readonly characters: string }) => ({
    message: `this is not the placeholder ${params.meant}, so eva does not replace it: it contains ${params.characters}`,
    hint: `retype ${params.meant}`,
  }),
  'EVA_UNDECLARED_INPUT:prompt': ({ name, meant }: UndeclaredInput) => ({
    message: `the body uses {{${name}}}, but meta.yml does not declare it`,
    hint: placeholderOr(meant, 'declare it under inputs: in meta.yml'),
  }),
} as const satisfies SentenceTable;

/** An id with a word that no skill may have. `isWritten` is true if meta.yml has the id too. */
export interface ReservedId {
  readonly id: string;
  readonly word: string;
  readonly isWritten: boolean;
}
