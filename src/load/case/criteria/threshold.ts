import { problem } from '#errors/index.js';
import type { CriterionSpec } from '#model/case.js';
import type { Place, Problem } from '#model/problem.js';
import { type Layer, nearestSetting } from '../../source/layer.js';
import { spot } from '../../source/place.js';
import type { Decided } from './criterion-fit.js';

/** Lists a problem if every possible value meets a threshold, or no value does. `place` returns where a parameter is written. */
export function thresholdProblem(
  spec: CriterionSpec,
  decided: Decided,
  place: (param: string) => Place,
): readonly Problem[] {
  if (decided.kind === 'checks') return [];
  const param = decided.kind === 'scores' && spec.criterion === 'proportion_gte' ? 'min_score' : 'threshold';
  const value = spec.params[param];
  if (typeof value !== 'number') return [];
  const isMean = spec.criterion.startsWith('mean_');
  const written: Threshold = { param, value, at: () => place(param) };
  if (decided.kind === 'scores') {
    const { min, max } = decided.scale;
    if (min >= max) return [];
    return isMean ? offMean(written, min, max, 'scale') : offScale(written, min, max);
  }
  const { cap } = spec.params;
  if (!isMean) return offMetric(spec.criterion, decided.least, written);
  return offMean(written, decided.least, typeof cap === 'number' ? cap : null, 'cap');
}

interface Threshold {
  readonly param: string;
  readonly value: number;
  readonly at: () => Place;
}

function offScale({ at, ...written }: Threshold, min: number, max: number): readonly Problem[] {
  const { value } = written;
  if (value > min && value <= max) return [];
  const key = value <= min ? 'EVA_BAD_THRESHOLD:every_score' : 'EVA_BAD_THRESHOLD:no_score';
  return [problem(key, { ...written, ask: `more than ${min} and at most ${max}`, min, max }, { at: at() })];
}

/** Lists a problem if the threshold of a mean is not strictly inside the range of the values. `end` names the upper end `most`. */
function offMean(
  { at, ...written }: Threshold,
  least: number,
  most: number | null,
  end: 'scale' | 'cap',
): readonly Problem[] {
  const { value } = written;
  const ask = `more than ${least}${most === null ? '' : ` and less than ${most}`}`;
  if (value <= least) return [problem('EVA_BAD_THRESHOLD:mean_below', { ...written, ask, least }, { at: at() })];
  if (most === null || value < most) return [];
  return [problem('EVA_BAD_THRESHOLD:mean_above', { ...written, ask, most, end }, { at: at() })];
}

/** Lists a problem if the threshold of a metric is trivial, given that no value is below `least`. */
function offMetric(criterion: string, least: number, { at, ...written }: Threshold): readonly Problem[] {
  const { value } = written;
  const comparison = criterion.replace(/.*_/, '');
  const isInclusive = comparison === 'lt' || comparison === 'gte';
  if (value > least || (value === least && !isInclusive)) return [];
  const says = { lt: 'none_less', lte: 'none_at_most', gte: 'every_at_least' } as const;
  const ask = isInclusive ? `more than ${least}` : `${least} or more`;
  const found = says[comparison as keyof typeof says] ?? 'every_more';
  return [problem('EVA_BAD_THRESHOLD:metric', { ...written, ask, says: found }, { at: at() })];
}

/**
 * Lists a problem if `expected` is not above the bar of a criterion, since no sample size gives such a case enough power. Reports it at the
 * nearer setting of the two. The first layer is the case itself.
 */
export function expectedProblems(spec: CriterionSpec, layers: readonly Layer[]): readonly Problem[] {
  const expected = nearestSetting(layers, 'expected');
  const bar = spec.params['proportion'];
  if (typeof expected?.value !== 'number' || typeof bar !== 'number' || expected.value > bar) return [];
  const isOwn = nearestSetting(layers.slice(0, 1), 'expected') !== undefined;
  const at = isOwn ? expected.at : spec.at;
  const expectedAt = isOwn || !at ? null : spot(expected.at, at);
  const criterionAt = isOwn && spec.at ? `${spec.criterion} on ${spot(spec.at, at)}` : null;
  return [problem('EVA_BAD_EXPECTED', { expected: expected.value, expectedAt, bar, criterionAt }, { at })];
}
