import type { BadInput } from '../fixture.js';
import { compareCommand } from './compare.js';
import { compareSettings } from './compare-setting.js';
import { mutation } from './mutate.js';

/** Mistakes in what a prompt says of comparisons, by the name of their golden file. */
export const pairThemes: Readonly<Record<string, readonly BadInput[]>> = {
  'pairs/compare': compareCommand,
  'pairs/compare-setting': compareSettings,
  mutate: mutation,
};
