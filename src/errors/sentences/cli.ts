import type { SentenceTable } from './table.js';

/** The sentences of problems that `cli` finds. */
export const cliSentences = {
  EVA_NO_DIRECTORY: {
    message: 'the working directory was deleted, or its path cannot be read',
    hint: 'go to another directory: cd',
  },
} as const satisfies SentenceTable;
