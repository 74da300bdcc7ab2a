import { behaviors, frozenRubrics } from './behaviors.js';
import { commandLine } from './command-line.js';
import { config } from './config.js';
import { criteriaOfCases } from './criteria.js';
import { datasetThemes } from './datasets/index.js';
import { checkValues, judging, settings, shapes, triggering, unknownKeys } from './eval-file.js';
import { expectations } from './expectations.js';
import { bodies, encodings, meta } from './files.js';
import type { BadInput } from './fixture.js';
import { habits } from './habits.js';
import { inputs } from './inputs.js';
import { jsonSchemas } from './json-schemas.js';
import { criteriaByPeople } from './labels/by-people.js';
import { calibrations } from './labels/calibrate.js';
import { labels } from './labels/index.js';
import { models } from './models.js';
import { pairThemes } from './pairs/index.js';
import { paths } from './paths.js';
import { promptThemes } from './prompts/index.js';
import { prototypes } from './prototypes.js';
import { regexes } from './regexes.js';
import { applications, scenarios, styles } from './scenarios.js';
import { startThemes } from './start/index.js';
import { yamlSyntax } from './yaml-syntax.js';

/** All themes of mistakes, by the name of their golden file. */
export const themes: Readonly<Record<string, readonly BadInput[]>> = {
  'yaml-syntax': yamlSyntax,
  encodings,
  shapes,
  'unknown-keys': unknownKeys,
  'check-values': checkValues,
  regexes,
  'json-schemas': jsonSchemas,
  habits,
  inputs,
  paths,
  settings,
  judging,
  triggering,
  meta,
  bodies,
  'command-line': commandLine,
  config,
  models,
  criteria: criteriaOfCases,
  expectations,
  scenarios,
  applications,
  styles,
  behaviors,
  'frozen-rubrics': frozenRubrics,
  prototypes,
  labels,
  'by-people': criteriaByPeople,
  calibrate: calibrations,
  ...datasetThemes,
  ...promptThemes,
  ...pairThemes,
  ...startThemes,
};
