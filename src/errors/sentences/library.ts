import type { SentenceTable } from './table.js';

/** The sentences of problems that `library` finds. */
export const librarySentences = {} as const satisfies SentenceTable;
