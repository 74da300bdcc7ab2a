import { apiSentences } from './api.js';
import { comparingSentences } from './comparing.js';
import { engineSentences } from './engine.js';
import { gitSentences } from './git.js';
import { importSentences } from './import.js';
import { labelSentences } from './labels.js';
import { planSentences } from './plan.js';
import { providerSentences } from './provider.js';
import { reportSentences } from './reports.js';
import { runSentences } from './run.js';
import { scaffoldSentences } from './scaffold.js';
import { storeSentences } from './store.js';

/** Every sentence of every problem, by its key. */
export const sentences = {
  ...apiSentences,
  ...comparingSentences,
  ...engineSentences,
  ...gitSentences,
  ...importSentences,
  ...labelSentences,
  ...planSentences,
  ...providerSentences,
  ...reportSentences,
  ...runSentences,
  ...scaffoldSentences,
  ...storeSentences,
} as const;

export type SentenceKey = keyof typeof sentences;
