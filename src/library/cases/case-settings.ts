import type { IdleReason } from '#model/sentences/load-cases.js';
import { problem } from '#model/sentences/sentence.js';
import type { ModelSettings, SubjectSettings } from '#model/settings.js';
import { defaultMaxTokens, readModelOptions } from '../settings/model-options.js';
import { type Layer, layerAt, nearestNumber, nearestSetting } from '../source/layer.js';
import type { Path } from '../source/place.js';
import type { EvalContext } from './eval-context.js';

/** The default settings of a judge, in seconds and tokens. */
export const builtInJudge = { model: 'claude-haiku-4-5-20251001', timeout_s: 60, max_tokens: 1024 };

/** A placeholder for a missing model under test, so that reading continues and finds other problems. */
export const unnamedModel: ModelSettings = { model: '', timeout_s: 60, max_tokens: defaultMaxTokens };

/**
 * Reads the settings of the model under test for the case or scenario at a path, and reports the problems of its options. Returns null if
 * no layer names a model.
 */
export function subjectSettings(context: EvalContext, path: Path, layers: readonly Layer[]): SubjectSettings | null {
  const settings = { ...modelSettings(layers, unnamedModel), ...readModelOptions(context, path, layers) };
  return nearestSetting(layers, 'model') ? settings : null;
}

/** Returns the settings of the model under test for a case or scenario: those that the context gives it, else those of its layers. */
export function settingsOfCase(
  context: EvalContext,
  path: Path,
  layers: readonly Layer[],
  name: string | undefined,
): SubjectSettings | null {
  if (context.settingsOf && name !== undefined) return context.settingsOf(name);
  return subjectSettings(context, path, layers);
}

/** Returns the settings of the trigger judge: `triggering.judge`, then the layers of the judge. */
export function triggerSettings(context: EvalContext): ModelSettings {
  const layers = [...layerAt(context.source, ['triggering', 'judge']), ...context.judgeDefaults];
  return modelSettings(layers, builtInJudge);
}

export function modelSettings(
  layers: readonly Layer[],
  builtIn: { readonly model: string; readonly timeout_s: number; readonly max_tokens: number },
): ModelSettings {
  const named = nearestSetting(layers, 'model');
  const temperature = nearestNumber(layers, 'temperature');
  return {
    model: named ? String(named.value) : builtIn.model,
    ...(named && { at: named.at }),
    timeout_s: nearestNumber(layers, 'timeout_s') ?? builtIn.timeout_s,
    max_tokens: nearestNumber(layers, 'max_tokens') ?? builtIn.max_tokens,
    ...(temperature !== undefined && { temperature }),
  };
}

/** Settings that only statistical criteria use. */
const ofCriteria = ['significance_level', 'sequential', 'expected'];

/** Warns of settings of a case that only criteria or scenarios use. Ignores `defaults`, which apply to other cases too. */
export function reportUnusedSettings(context: EvalContext, path: Path, hasDataset: boolean): void {
  if (!hasDataset) reportIdle(context, path, ['seed'], 'seed_of_case');
  if (!['criteria', 'then'].every((key) => context.document.lacks(path, key))) return;
  reportIdle(context, path, ofCriteria, 'no_criteria');
}

/** Warns of each of these settings that is written at a path, where it has no effect. */
export function reportIdle(
  { document, source, report }: EvalContext,
  path: Path,
  settings: readonly string[],
  reason: IdleReason,
): void {
  const written = settings.map((key) => [...path, key]).filter((own) => document.holds(own) && document.isSound(own));
  report(
    written.map((own) => {
      const at = source.place(own, 'key');
      return problem('EVA_UNUSED_SETTING', { key: String(own.at(-1)), reason }, { at, severity: 'warning' });
    }),
  );
}
