import { problem } from '#errors/index.js';
import { inBrackets } from '#errors/sentences/input/load/judging.js';
import type { JsonObject } from '#model/data/json.js';
import type { Problem } from '#model/problem.js';
import type { JudgeSettings } from '#model/settings.js';
import { short } from '#model/text/quoted.js';
import { type Layer, layerAt, nearestNumber, nearestSetting } from '../source/layer.js';
import { type Path, spot } from '../source/place.js';
import type { EvalContext } from './eval-context.js';
import { builtInJudge, modelSettings } from './settings.js';

type Scale = JudgeSettings['scale'];

const builtInScale = { min: 1, max: 5 };
const builtInThreshold = 4;

/** Returns the `judge:` of a case and its defaults, the nearest first. */
export function judgeLayers(context: EvalContext, path: Path): readonly Layer[] {
  return [...layerAt(context.source, [...path, 'judge']), ...context.judgeDefaults];
}

/** Returns the settings of a judge: model, limits, votes, scale and threshold. */
export function judgeSettings(layers: readonly Layer[]): JudgeSettings {
  return {
    ...modelSettings(layers, builtInJudge),
    scale: scaleOf(layers),
    pass_threshold: thresholdOf(layers),
    votes: nearestNumber(layers, 'votes') ?? 1,
  };
}

/** Lists the contradictions in each layer of a judge's settings, used or not. */
export function judgeProblems(layers: readonly Layer[]): readonly Problem[] {
  return layers.flatMap((layer) => [...emptyScale(layer), ...evenVotes(layer)]);
}

/** Lists a problem if the threshold of the merged settings is not on their scale. */
export function thresholdProblems(layers: readonly Layer[]): readonly Problem[] {
  const scale = scaleOf(layers);
  return scale.min < scale.max && isOff(thresholdOf(layers), scale) ? [offTheScale(layers)] : [];
}

/** Lists a warning if a scale is changed, but the threshold still comes from another scale. */
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
  return [
    problem(
      'EVA_OLD_THRESHOLD',
      `"scale" is ${scale.min} to ${scale.max}, but "pass_threshold" is still ${threshold} (${origin === null ? "eva's default" : short(origin)})`,
      { hint: 'set pass_threshold beside scale: the lowest score that passes', at, severity: 'warning' },
    ),
  ];
}

function scaleOf(layers: readonly Layer[]): Scale {
  const { min, max } = (nearestSetting(layers, 'scale')?.value ?? {}) as JsonObject;
  return typeof min === 'number' && typeof max === 'number' ? { min, max } : builtInScale;
}

function thresholdOf(layers: readonly Layer[]): number {
  return nearestNumber(layers, 'pass_threshold') ?? builtInThreshold;
}

/** Returns true if a threshold is not on the scale, or is its lowest score, with which every response passes. */
function isOff(threshold: number, { min, max }: Scale): boolean {
  return threshold <= min || threshold > max;
}

/** Returns the index of the nearest layer with a setting; the number of layers for a built-in value. */
function depth(layers: readonly Layer[], key: string): number {
  const index = layers.findIndex(({ values }) => Object.hasOwn(values, key));
  return index < 0 ? layers.length : index;
}

/** Returns the problem of a threshold that is off the scale, at the nearer setting of the two. */
function offTheScale(layers: readonly Layer[]): Problem {
  const { min, max } = scaleOf(layers);
  const [scale, threshold] = [nearestSetting(layers, 'scale'), nearestSetting(layers, 'pass_threshold')];
  const [atScale, atThreshold] = [depth(layers, 'scale'), depth(layers, 'pass_threshold')];
  const nearer = atScale < atThreshold ? scale : threshold;
  const at = nearer?.at;
  const whence = (setting: typeof scale) =>
    setting && atScale !== atThreshold && setting !== nearer ? spot(setting.at, at) : null;
  const [thresholdAt, scaleAt] = [whence(threshold), whence(scale)];
  const meant = thresholdOf(layers);
  return problem(
    'EVA_OUT_OF_RANGE:threshold',
    `"pass_threshold" is ${meant}${inBrackets(thresholdAt)} on a scale from ${min} to ${max}${inBrackets(scaleAt)}${meant === min ? ': every score would pass' : ''}`,
    { hint: `set a pass_threshold from ${min + 1} to ${max}`, at },
  );
}

/** Lists a problem if the `max` of a scale is not above its `min`. */
export function emptyScale(layer: Layer): readonly Problem[] {
  if (!Object.hasOwn(layer.values, 'scale')) return [];
  const { min, max } = scaleOf([layer]);
  if (min < max) return [];
  return [
    problem('EVA_CONTRADICTION:scale', `the scale goes from ${min} to ${max}`, {
      hint: 'set min below max',
      at: layer.at('scale'),
    }),
  ];
}

function evenVotes(layer: Layer): readonly Problem[] {
  const votes = nearestNumber([layer], 'votes') ?? 1;
  if (votes % 2 === 1) return [];
  return [
    problem('EVA_BAD_VALUE:votes', `"votes" is ${votes} and must be odd`, {
      hint: 'set an odd number: its median is a score that the judge gave',
      at: layer.at('votes'),
    }),
  ];
}
