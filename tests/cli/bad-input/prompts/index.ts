import type { BadInput } from '../fixture.js';
import { bodies } from './bodies.js';
import { checks } from './checks.js';
import { consequences } from './consequences.js';
import { fromPromptfoo } from './from-promptfoo.js';
import { modules } from './modules.js';
import { settings } from './settings.js';
import { tools } from './tools.js';
import { values } from './values.js';
import { variants } from './variants.js';

/** Mistakes in bodies, settings, checks and variants, by the name of their golden file. */
export const promptThemes: Readonly<Record<string, readonly BadInput[]>> = {
  ...bodies,
  ...settings,
  ...checks,
  ...values,
  ...modules,
  ...tools,
  ...variants,
  ...consequences,
  ...fromPromptfoo,
};
