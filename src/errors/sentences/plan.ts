import type { SentenceTable } from './table.js';

/** The sentences of problems that `plan` finds. */
export const planSentences = {} as const satisfies SentenceTable;
