import { placeholderOr, type UndeclaredInput } from './load-cases.js';
import type { SentenceTable } from './table.js';

export const moveReference = 'move reference material into files that are given as inputs';

/** The sentences of problems that `doctor` finds. */
export const doctorSentences = {
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
