import type { SentenceTable } from '../table.js';

/** The sentences of problems that `lifecycle` finds. */
export const lifecycleSentences = {} as const satisfies SentenceTable;
