import type { Case } from '#model/case.js';
import { isObject } from '#model/data/json.js';
import { type BehaviorSpec, judgedChecks } from '#model/grader.js';
import type { Problem } from '#model/problem.js';
import { problem } from '#model/problem.js';
import type { FrozenRubric } from '#model/rubric.js';
import type { BehaviorJudge, JudgeSettings, Scale } from '#model/settings.js';
import { short } from '#model/text/quoted.js';
import {
  behaviorScale,
  emptyScale,
  frozenLevels,
  isFor,
  type JudgeScale,
  type ReadLevels,
  readLevels,
  scaleOf,
} from '../prompt/rubrics.js';
import type { DocumentPart, ReportProblems } from '../source/document.js';
import { type Layer, nearestSetting, nearestValue } from '../source/layer.js';
import { spot } from '../source/place.js';
import { builtInJudge, modelSettings } from './case-settings.js';
import { readReference } from './find-references.js';
import type { EvalFiles } from './reading.js';

const builtInThreshold = 4;

/** Returns the `judge:` of a case and its defaults, the nearest first. */
export function judgeLayers({ judgeDefaults }: EvalFiles, entry: DocumentPart): readonly Layer[] {
  return [...entry.in('judge').layers(), ...judgeDefaults];
}

/** Returns the settings of a judge: model, limits, votes, scale and threshold. */
export function judgeSettings(layers: readonly Layer[]): JudgeSettings {
  return {
    ...modelSettings(layers, builtInJudge),
    scale: scaleOf(layers),
    pass_threshold: thresholdOf(layers),
    votes: nearestValue(layers, 'votes') ?? 1,
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

function thresholdOf(layers: readonly Layer[]): number {
  return nearestValue(layers, 'pass_threshold') ?? builtInThreshold;
}

/** Returns true if a threshold is not on the scale, or is its lowest score, with which every response passes. */
function isOff(threshold: number, { min, max }: JudgeScale): boolean {
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
  const whence = (setting: typeof scale | typeof threshold) =>
    setting && atScale !== atThreshold && setting !== nearer ? spot(setting.at, at) : null;
  const [thresholdAt, scaleAt] = [whence(threshold), whence(scale)];
  const meant = thresholdOf(layers);
  return problem(
    'EVA_OUT_OF_RANGE:threshold',
    `"pass_threshold" is ${meant}${inBrackets(thresholdAt)} on a scale from ${min} to ${max}${inBrackets(scaleAt)}${meant === min ? ': every score would pass' : ''}`,
    { hint: `set a pass_threshold from ${min + 1} to ${max}`, at },
  );
}

function evenVotes(layer: Layer): readonly Problem[] {
  const votes = nearestValue([layer], 'votes') ?? 1;
  if (votes % 2 === 1) return [];
  return [
    problem('EVA_BAD_VALUE:votes', `"votes" is ${votes} and must be odd`, {
      hint: 'set an odd number: its median is a score that the judge gave',
      at: layer.at('votes'),
    }),
  ];
}

/** Reads the expected behaviour of an item of `then`: its text, judge and rubric. `inputs` are those that all trials share. */
export function readBehavior(
  files: EvalFiles,
  item: DocumentPart,
  written: string,
  inputs: Readonly<Record<string, string>>,
  report: ReportProblems,
): BehaviorSpec {
  const own = item.in('judge').layers();
  report([...judgeProblems(own), ...strayThreshold(item)]);
  const layers = [...own, ...judgeLayers(files, item.entry)];
  // Only the item sets the scale, since the scale belongs to its rubric.
  const scale = item.in('judge', 'scale');
  const judge: BehaviorJudge = {
    ...modelSettings(layers, builtInJudge),
    scale: (scale.value as Scale | undefined) ?? behaviorScale,
    votes: nearestValue(layers, 'votes') ?? 1,
  };
  const text = written.trim();
  const reference = readReference(item, inputs, report);
  const { levels, problems } = levelsOfItem(files, item, text, judge.scale);
  report(problems);
  return { text, ...(reference !== undefined && { reference }), judge, rubric: levels };
}

/** Returns the levels of the item, else those of rubrics.yml; null if the judge has yet to write them. */
function levelsOfItem({ rubrics }: EvalFiles, item: DocumentPart, text: string, scale: Scale): ReadLevels {
  const rubric = item.in('rubric');
  return rubric.isWritten ? readLevels(rubric, scale) : { levels: frozenLevels(rubrics, text, scale), problems: [] };
}

function strayThreshold(item: DocumentPart): readonly Problem[] {
  const threshold = item.in('judge', 'pass_threshold');
  if (!threshold.isWritten) return [];
  return [
    problem('EVA_UNKNOWN_KEY:threshold_of_behavior', '"pass_threshold" has no effect beside "expected_behavior"', {
      hint: 'remove it: the criteria set the score that passes',
      at: threshold.placeOfKey(),
    }),
  ];
}

/** Lists a warning for a `judge:` that neither a rubric nor an expected behaviour uses. */
export function unusedJudge(entry: DocumentPart, of: 'rubric' | 'expected_behavior'): readonly Problem[] {
  const judge = entry.in('judge');
  const behaviors = entry
    .in('then')
    .items()
    .map((item) => item.in('expected_behavior'));
  if (!judge.isWritten || behaviors.some(({ isWritten }) => isWritten) || asksJudge(entry.value)) return [];
  return [
    problem('EVA_UNUSED_JUDGE', `"judge" has no ${of === 'rubric' ? 'rubric to judge by' : 'behaviour to judge'}`, {
      hint: `remove it, or add ${of}:`,
      at: judge.placeOfKey(),
      severity: 'warning',
    }),
  ];
}

/** Returns true if a check in a part of the file asks the judge. */
function asksJudge(part: unknown): boolean {
  if (Array.isArray(part)) return part.some(asksJudge);
  if (!isObject(part)) return false;
  return Object.entries(part).some(([key, value]) => judgedChecks.includes(key) || asksJudge(value));
}

/** Returns true if a behaviour of the cases uses this rubric of rubrics.yml instead of levels of its own. */
export function isJudgedBy(cases: readonly Case[], rubric: FrozenRubric): boolean {
  return cases.some(({ expectations }) =>
    expectations.some(({ grader }) => {
      if (grader.grader !== 'expected_behavior') return false;
      const { text, judge, rubric: levels } = grader.params;
      return isFor(rubric, text, judge.scale) && levels === rubric.levels;
    }),
  );
}

export function inBrackets(spot: string | null): string {
  return spot === null ? '' : ` (${spot})`;
}
