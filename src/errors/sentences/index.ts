import { apiSentences } from './api.js';
import { cliSentences } from './cli.js';
import { datasetSentences } from './dataset.js';
import { decideSentences } from './decide.js';
import { doctorSentences } from './doctor.js';
import { engineSentences } from './engine.js';
import { gitSentences } from './git.js';
import { gradeSentences } from './grade.js';
import { librarySentences } from './library.js';
import { lifecycleSentences } from './lifecycle.js';
import { loadSentences } from './load.js';
import { planSentences } from './plan.js';
import { providerSentences } from './provider.js';
import { runSentences } from './run.js';
import { scaffoldSentences } from './scaffold.js';
import { schemaSentences } from './schema.js';
import { storeSentences } from './store.js';

/** Every sentence of every problem, by its key. */
export const sentences = {
  ...apiSentences,
  ...cliSentences,
  ...datasetSentences,
  ...decideSentences,
  ...doctorSentences,
  ...engineSentences,
  ...gitSentences,
  ...gradeSentences,
  ...librarySentences,
  ...lifecycleSentences,
  ...loadSentences,
  ...planSentences,
  ...providerSentences,
  ...runSentences,
  ...scaffoldSentences,
  ...schemaSentences,
  ...storeSentences,
} as const;

export type SentenceKey = keyof typeof sentences;
