import type { SentenceTable } from './table.js';

/** The sentences of problems that `decide` finds. */
export const decideSentences = {} as const satisfies SentenceTable;
