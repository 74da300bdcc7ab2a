import type { Problem } from '#model/problem.js';
import { problem } from '#model/problem.js';
import type { ModelSettings, SubjectSettings } from '#model/settings.js';
import { short } from '#model/text/quoted.js';
import { defaultMaxTokens, readModelOptions } from '../settings/model-options.js';
import type { DocumentPart } from '../source/document.js';
import { type Layer, nearestSetting, nearestValue } from '../source/layer.js';
import type { Choice, EvalFiles, Findings } from './reading.js';

/** The default settings of a judge, in seconds and tokens. */
export const builtInJudge = { model: 'claude-haiku-4-5-20251001', timeout_s: 60, max_tokens: 1024 };

/** A placeholder for a missing model under test, so that reading continues and finds other problems. */
export const unnamedModel: ModelSettings = { model: '', timeout_s: 60, max_tokens: defaultMaxTokens };

/** Returns the settings of the model under test for a case or scenario: those that the choice gives it, else those of its layers. */
export function settingsOfCase(
  files: EvalFiles,
  choice: Choice,
  findings: Findings,
  entry: DocumentPart,
  layers: readonly Layer[],
  name: string,
): SubjectSettings | null {
  return choice.settingsOf ? choice.settingsOf(name) : subjectSettings(files, choice, findings, entry, layers);
}

/**
 * Reads the settings of the model under test for a case or scenario, and reports the problems of its options. Returns null if no layer
 * names a model.
 */
export function subjectSettings(
  files: EvalFiles,
  choice: Choice,
  findings: Findings,
  entry: DocumentPart,
  layers: readonly Layer[],
): SubjectSettings | null {
  const options = readModelOptions(files, choice, findings, entry, layers);
  return nearestSetting(layers, 'model') ? { ...modelSettings(layers, unnamedModel), ...options } : null;
}

export function modelSettings(
  layers: readonly Layer[],
  builtIn: { readonly model: string; readonly timeout_s: number; readonly max_tokens: number },
): ModelSettings {
  const named = nearestSetting(layers, 'model');
  const temperature = nearestValue(layers, 'temperature');
  return {
    model: named?.value ?? builtIn.model,
    ...(named && { at: named.at }),
    timeout_s: nearestValue(layers, 'timeout_s') ?? builtIn.timeout_s,
    max_tokens: nearestValue(layers, 'max_tokens') ?? builtIn.max_tokens,
    ...(temperature !== undefined && { temperature }),
  };
}

/** Settings that only statistical criteria use. */
const ofCriteria = ['significance_level', 'sequential', 'expected'];

/** Lists a warning for each setting of a case that only criteria or scenarios use. Ignores `defaults`, which apply to other cases too. */
export function unusedSettings(entry: DocumentPart): readonly Problem[] {
  const hasNoCriteria = !entry.in('criteria').isWritten && !entry.in('then').isWritten;
  return [
    ...(entry.in('dataset').isWritten ? [] : idleKeys(entry, ['seed'], 'seed_of_case')),
    ...(hasNoCriteria ? idleKeys(entry, ofCriteria, 'no_criteria') : []),
  ];
}

/** Why a setting has no effect, and an alternative to removing it. */
const idle = {
  seed_of_case: ['cases draw nothing at random', 'or move it to a scenario'],
  no_criteria: ['this case has no criteria, so every trial must pass', 'or add criteria:'],
  function: ['the application is a function'],
  program: ['the application is a program'],
  no_rubric: ['only the judge of a rubric sees it, and this case has no rubric', 'or add rubric:'],
  no_defaults: ['"defaults" has neither assert nor rubric'],
  only_extract: ['"defaults" has neither assert nor rubric', 'or write extract: whole to check the whole reply'],
  no_csv: ['only a CSV file has delimiters'],
  items: ['the data set has items and no file'],
  file_claim: ['a claim about the items of a file weighs them equally'],
  slices_reported: ['slices without criteria are only reported', 'or add criteria:'],
} as const satisfies Readonly<Record<string, readonly [why: string, other?: string]>>;

/** Lists a warning for each of these keys of a mapping that is written where it has no effect. */
export function idleKeys(owner: DocumentPart, keys: readonly string[], reason: keyof typeof idle): readonly Problem[] {
  return keys.flatMap((key) => {
    const part = owner.in(key);
    if (!part.isWritten) return [];
    const [why, other]: readonly [string, string?] = idle[reason];
    return [
      problem('EVA_UNUSED_SETTING', `"${short(key)}" has no effect: ${why}`, {
        hint: other === undefined ? 'remove it' : `remove it, ${other}`,
        at: part.placeOfKey(),
        severity: 'warning',
      }),
    ];
  });
}
