import type { BadInput } from '../fixture.js';
import { meta } from './meta.js';

/** Mistakes of somebody's first minutes with eva, by the name of their golden file. */
export const startThemes: Readonly<Record<string, readonly BadInput[]>> = {
  'start/meta': meta,
};
