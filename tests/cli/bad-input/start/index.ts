import type { BadInput } from '../fixture.js';
import { clouds } from './clouds.js';
import { startCommandLine } from './command-line.js';
import { initMistakes } from './init.js';
import { meta } from './meta.js';
import { newMistakes } from './new.js';
import { openaiServers } from './openai.js';
import { missingKeysAndPrices } from './prices.js';
import { missingProgramsOfCases } from './programs.js';
import { select } from './select.js';

/** Mistakes of somebody's first minutes with eva, by the name of their golden file. */
export const startThemes: Readonly<Record<string, readonly BadInput[]>> = {
  'start/clouds': clouds,
  'start/command-line': startCommandLine,
  'start/init': initMistakes,
  'start/meta': meta,
  'start/new': newMistakes,
  'start/openai': openaiServers,
  'start/prices': missingKeysAndPrices,
  'start/programs': missingProgramsOfCases,
  'start/select': select,
};
