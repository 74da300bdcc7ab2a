import type { SentenceTable } from './table.js';

/** The sentences of problems that `schema` finds. */
export const schemaSentences = {} as const satisfies SentenceTable;
