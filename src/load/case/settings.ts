import { problem } from '#errors/index.js';
import type { IdleReason } from '#errors/sentences/load/cases.js';
import type { ModelSettings } from '#model/case.js';
import { type Layer, layerAt, nearestNumber, nearestSetting } from '../source/layer.js';
import type { Path } from '../source/path.js';
import type { EvalContext } from './eval-context.js';

/** How a judge is asked where nothing else is said. Seconds, tokens. */
export const builtInJudge = { model: 'claude-haiku-4-5-20251001', timeout_s: 60, max_tokens: 1024 };

/** Stands in where nothing names the model under test, so that what else is wrong can be found. */
export const unnamedModel: ModelSettings = { model: '', timeout_s: 60, max_tokens: 4096 };

/** How the model under test is asked, or null if nothing names one. */
export function subjectSettings(layers: readonly Layer[]): ModelSettings | null {
  return nearestSetting(layers, 'model') ? modelSettings(layers, unnamedModel) : null;
}

/** How the trigger judge is asked. Its layers are the judge's with `triggering.judge` before them. */
export function triggerSettings(context: EvalContext): ModelSettings {
  const layers = [...layerAt(context.source, ['triggering', 'judge']), ...context.judgeDefaults];
  return modelSettings(layers, builtInJudge);
}

/** How a model is asked, by the nearest settings. */
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

/** What only criteria look at. */
const ofCriteria = ['significance_level', 'sequential', 'expected'];

/** Warns of what a case sets for criteria or scenarios. Settings of `defaults` are for other cases. */
export function reportUnusedSettings(context: EvalContext, path: Path): void {
  reportIdle(context, path, ['seed'], 'seed_of_case');
  if (!['criteria', 'then'].every((key) => context.document.lacks(path, key))) return;
  reportIdle(context, path, ofCriteria, 'no_criteria');
}

/** Warns of each of the settings that stands at a path, where it does nothing. */
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
