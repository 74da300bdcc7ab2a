import { promptWord } from '#model/text/quoted.js';
import type { SentenceTable } from '../table.js';

export const evaluate = (id: string) => `eva eval ${promptWord(id)}, and then eva mutate ${promptWord(id)}`;

/** The sentences of problems of `eva mutate`. */
export const mutationSentences = {} as const satisfies SentenceTable;
