import type { SentenceTable } from './table.js';

/** The sentences of problems that `provider` finds. */
export const providerSentences = {} as const satisfies SentenceTable;
