import { cliSentences } from './commands/cli.js';
import { doctorSentences } from './commands/doctor.js';
import { importSentences } from './commands/import.js';
import { labelSentences } from './commands/labels.js';
import { reportSentences } from './commands/reports.js';
import { scaffoldSentences } from './commands/scaffold.js';
import { apiSentences } from './input/api.js';
import { datasetSentences } from './input/dataset.js';
import { gitSentences } from './input/git.js';
import { librarySentences } from './input/library.js';
import { loadSentences } from './input/load.js';
import { schemaSentences } from './input/schema.js';
import { comparingSentences } from './runs/comparing.js';
import { decideSentences } from './runs/decide.js';
import { engineSentences } from './runs/engine.js';
import { gradeSentences } from './runs/grade.js';
import { planSentences } from './runs/plan.js';
import { providerSentences } from './runs/provider.js';
import { runSentences } from './runs/run.js';
import { storeSentences } from './runs/store.js';

/** Every sentence of every problem, by its key. */
export const sentences = {
  ...apiSentences,
  ...cliSentences,
  ...comparingSentences,
  ...datasetSentences,
  ...decideSentences,
  ...doctorSentences,
  ...engineSentences,
  ...gitSentences,
  ...gradeSentences,
  ...importSentences,
  ...librarySentences,
  ...labelSentences,
  ...loadSentences,
  ...planSentences,
  ...providerSentences,
  ...reportSentences,
  ...runSentences,
  ...scaffoldSentences,
  ...schemaSentences,
  ...storeSentences,
} as const;

export type SentenceKey = keyof typeof sentences;
