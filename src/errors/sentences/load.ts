import type { SentenceTable } from './table.js';

/** The sentences of problems that `load` finds. */
export const loadSentences = {} as const satisfies SentenceTable;
