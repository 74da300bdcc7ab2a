import { apiSentences } from './api.js';
import { cliSentences } from './cli.js';
import { comparingSentences } from './comparing.js';
import { doctorSentences } from './doctor.js';
import { engineSentences } from './engine.js';
import { gitSentences } from './git.js';
import { importSentences } from './import.js';
import { labelSentences } from './labels.js';
import { librarySentences } from './library.js';
import { bodySentences } from './load-bodies.js';
import { caseSentences } from './load-cases.js';
import { caseDatasetSentences } from './load-datasets.js';
import { fileSentences } from './load-files.js';
import { judgingSentences } from './load-judging.js';
import { settingSentences } from './load-settings.js';
import { trapSentences } from './load-traps.js';
import { variantSentences } from './load-variants.js';
import { yamlSentences } from './load-yaml.js';
import { planSentences } from './plan.js';
import { providerSentences } from './provider.js';
import { reportSentences } from './reports.js';
import { runSentences } from './run.js';
import { scaffoldSentences } from './scaffold.js';
import { storeSentences } from './store.js';

/** The sentences of problems that `load` finds. */
export const loadSentences = {
  ...bodySentences,
  ...caseSentences,
  ...caseDatasetSentences,
  ...fileSentences,
  ...judgingSentences,
  ...settingSentences,
  ...trapSentences,
  ...variantSentences,
  ...yamlSentences,
} as const;

/** Every sentence of every problem, by its key. */
export const sentences = {
  ...apiSentences,
  ...cliSentences,
  ...comparingSentences,
  ...doctorSentences,
  ...engineSentences,
  ...gitSentences,
  ...importSentences,
  ...librarySentences,
  ...labelSentences,
  ...loadSentences,
  ...planSentences,
  ...providerSentences,
  ...reportSentences,
  ...runSentences,
  ...scaffoldSentences,
  ...storeSentences,
} as const;

export type SentenceKey = keyof typeof sentences;
