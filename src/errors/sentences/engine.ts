import type { SentenceTable } from './table.js';

/** The sentences of problems that `engine` finds. */
export const engineSentences = {} as const satisfies SentenceTable;
