import type { SentenceTable } from './table.js';

/** The sentences of problems that `run` finds. */
export const runSentences = {} as const satisfies SentenceTable;
