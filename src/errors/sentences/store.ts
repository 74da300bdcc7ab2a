import type { SentenceTable } from './table.js';

/** The sentences of problems that `store` finds. */
export const storeSentences = {} as const satisfies SentenceTable;
