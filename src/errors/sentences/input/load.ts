import { bodySentences } from './load/bodies.js';
import { caseSentences } from './load/cases.js';
import { caseDatasetSentences } from './load/datasets.js';
import { fileSentences } from './load/files.js';
import { judgingSentences } from './load/judging.js';
import { referenceSentences } from './load/references.js';
import { settingSentences } from './load/settings.js';
import { trapSentences } from './load/traps.js';
import { variantSentences } from './load/variants.js';
import { yamlSentences } from './load/yaml.js';

/** The sentences of problems that `load` finds. */
export const loadSentences = {
  ...bodySentences,
  ...caseSentences,
  ...caseDatasetSentences,
  ...fileSentences,
  ...judgingSentences,
  ...referenceSentences,
  ...settingSentences,
  ...trapSentences,
  ...variantSentences,
  ...yamlSentences,
} as const;
