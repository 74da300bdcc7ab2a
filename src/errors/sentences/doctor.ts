import type { SentenceTable } from './table.js';

/** The sentences of problems that `doctor` finds. */
export const doctorSentences = {} as const satisfies SentenceTable;
