import type { FirstStep } from './fixture.js';
import { keyTypos } from './keys.js';
import { modelNames } from './models.js';
import { yamlSlips } from './yaml.js';

/** All themes of mistakes, by the name of their golden file. */
export const themes: Readonly<Record<string, readonly FirstStep[]>> = {
  keys: keyTypos,
  models: modelNames,
  yaml: yamlSlips,
};
