import type { SentenceTable } from './table.js';

/** The sentences of problems that `grade` finds. */
export const gradeSentences = {} as const satisfies SentenceTable;
