import { problem } from '#errors.js';
import type { JudgeSettings, ModelSettings } from '#model/case.js';
import type { JsonObject } from '#model/json.js';
import type { Place, Problem } from '#model/problem.js';
import type { EvalContext, Path } from './eval-context.js';
import { type Layer, layerAt, nearestNumber, nearestSetting } from './layer.js';

const builtInJudge = { model: 'claude-haiku-4-5-20251001', timeout_s: 60, max_tokens: 1024 };
const builtInScale = { min: 1, max: 5 };
const builtInThreshold = 4;

/** How the model under test is asked, or null if nothing names one. */
export function subjectSettings(layers: readonly Layer[]): ModelSettings | null {
  const named = nearestSetting(layers, 'model');
  return named ? modelSettings(layers, { model: String(named.value), timeout_s: 60, max_tokens: 4096 }) : null;
}

/** How the trigger judge is asked. Its layers are the judge's with `triggering.judge` before them. */
export function triggerSettings(context: EvalContext): ModelSettings {
  const layers = [...layerAt(context.source, ['triggering', 'judge']), ...context.judgeDefaults];
  return modelSettings(layers, builtInJudge);
}

/** How the judge of the case at a path is asked and what its scores mean; what contradicts itself is reported. */
export function judgeSettings(context: EvalContext, path: Path): JudgeSettings {
  const layers = [...layerAt(context.source, [...path, 'judge']), ...context.judgeDefaults];
  const scale = (nearestSetting(layers, 'scale')?.value ?? builtInScale) as JsonObject & typeof builtInScale;
  const judge = {
    ...modelSettings(layers, builtInJudge),
    scale: { min: scale.min, max: scale.max },
    pass_threshold: nearestNumber(layers, 'pass_threshold') ?? builtInThreshold,
    votes: nearestNumber(layers, 'votes') ?? 1,
  };
  context.report(judgeProblems(judge, layers));
  return judge;
}

function modelSettings(
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

function judgeProblems({ scale, pass_threshold, votes }: JudgeSettings, layers: readonly Layer[]): readonly Problem[] {
  const atScale = nearestSetting(layers, 'scale')?.at;
  const atThreshold = nearestSetting(layers, 'pass_threshold')?.at;
  const atVotes = nearestSetting(layers, 'votes')?.at;
  const problems: Problem[] = [];
  if (scale.min >= scale.max) problems.push(emptyScale(scale, atScale));
  else if (pass_threshold < scale.min || pass_threshold > scale.max) {
    problems.push(offTheScale(pass_threshold, scale, atThreshold ?? atScale));
  }
  if (votes % 2 === 0) problems.push(evenVotes(votes, atVotes));
  return problems;
}

function emptyScale({ min, max }: JudgeSettings['scale'], at: Place | undefined): Problem {
  return problem('EVA_CONTRADICTION', `the scale goes from ${min} to ${max}`, {
    at,
    hint: 'min must be less than max',
  });
}

function offTheScale(threshold: number, { min, max }: JudgeSettings['scale'], at: Place | undefined): Problem {
  const message = `"pass_threshold" is ${threshold} on a scale from ${min} to ${max}`;
  return problem('EVA_OUT_OF_RANGE', message, { at, hint: `set a pass_threshold from ${min} to ${max}` });
}

function evenVotes(votes: number, at: Place | undefined): Problem {
  const hint = 'an odd number of votes has a median that a judge really gave';
  return problem('EVA_BAD_VALUE', `"votes" is ${votes} and must be odd`, { at, hint });
}
