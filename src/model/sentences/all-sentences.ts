import { gitSentences } from './git.js';
import { providerSentences } from './provider.js';
import { reportSentences } from './reports.js';

/** Every sentence of every problem, by its key. */
export const sentences = {
  ...gitSentences,
  ...providerSentences,
  ...reportSentences,
} as const;

export type SentenceKey = keyof typeof sentences;
