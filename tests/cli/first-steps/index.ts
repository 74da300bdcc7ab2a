import { commandSlips } from './commands.js';
import { fileNames } from './files.js';
import type { FirstStep } from './fixture.js';
import { folderSlips } from './folders.js';
import { gitSlips } from './git.js';
import { keyTypos } from './keys.js';
import { modelNames } from './models.js';
import { habits } from './promptfoo.js';
import { providerSlips } from './providers.js';
import { referenceSlips } from './references.js';
import { valueSlips } from './values.js';
import { yamlSlips } from './yaml.js';

/** All themes of mistakes, by the name of their golden file. */
export const themes: Readonly<Record<string, readonly FirstStep[]>> = {
  files: fileNames,
  keys: keyTypos,
  values: valueSlips,
  models: modelNames,
  promptfoo: habits,
  yaml: yamlSlips,
  commands: commandSlips,
  folders: folderSlips,
  git: gitSlips,
  providers: providerSlips,
  references: referenceSlips,
};
