import { problem } from '#errors/index.js';
import type { JudgeSettings } from '#model/case.js';
import type { JsonObject } from '#model/data/json.js';
import type { Problem } from '#model/problem.js';
import { type Layer, layerAt, nearestNumber, nearestSetting } from '../source/layer.js';
import type { Path } from '../source/path.js';
import { spot } from '../source/place.js';
import type { EvalContext } from './eval-context.js';
import { builtInJudge, modelSettings } from './settings.js';

type Scale = JudgeSettings['scale'];

const builtInScale = { min: 1, max: 5 };
const builtInThreshold = 4;

/** The `judge:` of a case with those that it falls back on, the nearest first. */
export function judgeLayers(context: EvalContext, path: Path): readonly Layer[] {
  return [...layerAt(context.source, [...path, 'judge']), ...context.judgeDefaults];
}

/** How a judge is asked and what its scores mean. */
export function judgeSettings(layers: readonly Layer[]): JudgeSettings {
  return {
    ...modelSettings(layers, builtInJudge),
    scale: scaleOf(layers),
    pass_threshold: thresholdOf(layers),
    votes: nearestNumber(layers, 'votes') ?? 1,
  };
}

/** What contradicts itself in each of these judges, whether or not anything is judged by them. */
export function judgeProblems(layers: readonly Layer[]): readonly Problem[] {
  return layers.flatMap((layer) => [...emptyScale(layer), ...evenVotes(layer)]);
}

/** A problem if judges come to a threshold that is not on their scale. */
export function thresholdProblems(layers: readonly Layer[]): readonly Problem[] {
  const scale = scaleOf(layers);
  return scale.min < scale.max && isOff(thresholdOf(layers), scale) ? [offTheScale(layers)] : [];
}

/** A warning if a scale is read with a threshold that was meant for another one. */
export function borrowedThreshold(layers: readonly Layer[]): readonly Problem[] {
  const scale = scaleOf(layers);
  const threshold = thresholdOf(layers);
  const [atScale, atThreshold] = [depth(layers, 'scale'), depth(layers, 'pass_threshold')];
  const meant = scaleOf(layers.slice(atThreshold));
  const isSame = meant.min === scale.min && meant.max === scale.max;
  if (atScale >= atThreshold || isSame || scale.min >= scale.max || isOff(threshold, scale)) return [];
  const at = layers[atScale]?.at('scale');
  const from = nearestSetting(layers, 'pass_threshold');
  const origin = from ? spot(from.at, at) : null;
  return [problem('EVA_OLD_THRESHOLD', { ...scale, threshold, origin }, { at, severity: 'warning' })];
}

function scaleOf(layers: readonly Layer[]): Scale {
  const { min, max } = (nearestSetting(layers, 'scale')?.value ?? {}) as JsonObject;
  return typeof min === 'number' && typeof max === 'number' ? { min, max } : builtInScale;
}

function thresholdOf(layers: readonly Layer[]): number {
  return nearestNumber(layers, 'pass_threshold') ?? builtInThreshold;
}

/** At the lowest score, every response would pass: a rubric that cannot fail. */
function isOff(threshold: number, { min, max }: Scale): boolean {
  return threshold <= min || threshold > max;
}

/** How far away the nearest layer with a setting is; of what is built in, farther than all. */
function depth(layers: readonly Layer[], key: string): number {
  const index = layers.findIndex(({ values }) => Object.hasOwn(values, key));
  return index < 0 ? layers.length : index;
}

/** Told at the nearer of the two, which is the one that made them disagree. */
function offTheScale(layers: readonly Layer[]): Problem {
  const { min, max } = scaleOf(layers);
  const [scale, threshold] = [nearestSetting(layers, 'scale'), nearestSetting(layers, 'pass_threshold')];
  const [atScale, atThreshold] = [depth(layers, 'scale'), depth(layers, 'pass_threshold')];
  const nearer = atScale < atThreshold ? scale : threshold;
  const at = nearer?.at;
  const whence = (one: typeof scale) => (one && atScale !== atThreshold && one !== nearer ? spot(one.at, at) : null);
  const [thresholdAt, scaleAt] = [whence(threshold), whence(scale)];
  return problem(
    'EVA_OUT_OF_RANGE:threshold',
    { threshold: thresholdOf(layers), thresholdAt, min, max, scaleAt },
    { at },
  );
}

/** A problem if the settings of a layer hold a scale that goes down, or nowhere. */
export function emptyScale(layer: Layer): readonly Problem[] {
  if (!Object.hasOwn(layer.values, 'scale')) return [];
  const { min, max } = scaleOf([layer]);
  if (min < max) return [];
  return [problem('EVA_CONTRADICTION:scale', { min, max }, { at: layer.at('scale') })];
}

function evenVotes(layer: Layer): readonly Problem[] {
  const votes = nearestNumber([layer], 'votes') ?? 1;
  if (votes % 2 === 1) return [];
  return [problem('EVA_BAD_VALUE:votes', { votes }, { at: layer.at('votes') })];
}
