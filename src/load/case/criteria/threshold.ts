import { problem } from '#errors/index.js';
import type { CriterionSpec } from '#model/case.js';
import type { Place, Problem } from '#model/problem.js';
import { type Layer, nearestSetting } from '../../source/layer.js';
import { spot } from '../../source/place.js';
import type { Decided } from './criterion-fit.js';

/** A problem if a threshold is one that surely every value meets, or none: nothing would be decided. `place` is where a parameter stands. */
export function thresholdProblem(
  spec: CriterionSpec,
  decided: Decided,
  place: (param: string) => Place,
): readonly Problem[] {
  if (decided.kind === 'checks') return [];
  const param = decided.kind === 'scores' && spec.criterion === 'proportion_gte' ? 'min_score' : 'threshold';
  const value = spec.params[param];
  if (typeof value !== 'number') return [];
  const found = faultOf(spec, decided, value);
  if (!found) return [];
  return [
    problem('EVA_BAD_THRESHOLD', found.message, { at: place(param), hint: `write a ${param} that is ${found.ask}` }),
  ];
}

interface Fault {
  readonly message: string;
  /** What the number must be. */
  readonly ask: string;
}

function faultOf(spec: CriterionSpec, decided: Exclude<Decided, { kind: 'checks' }>, value: number): Fault | undefined {
  const isMean = spec.criterion.startsWith('mean_');
  if (decided.kind === 'scores') {
    const { min, max } = decided.scale;
    if (min >= max) return undefined;
    return isMean ? offMean(value, min, max, `the scale's end, ${max}`) : offScale(value, min, max);
  }
  const { cap } = spec.params;
  if (!isMean) return offMetric(spec.criterion, decided.least, value);
  return offMean(value, decided.least, typeof cap === 'number' ? cap : null, `the cap of ${cap}`);
}

function offScale(value: number, min: number, max: number): Fault | undefined {
  const ask = `more than ${min} and at most ${max}`;
  if (value <= min) return { message: `every score is at least ${value} on a scale from ${min} to ${max}`, ask };
  return value > max ? { message: `no score is ${value} or more on a scale from ${min} to ${max}`, ask } : undefined;
}

/** A claim about a mean is one only strictly inside the range of what is averaged. `end` names its upper end; null for none. */
function offMean(value: number, least: number, most: number | null, end: string): Fault | undefined {
  const ask = `more than ${least}${most === null ? '' : ` and less than ${most}`}`;
  if (value <= least)
    return { message: `a mean is never below ${least}, so a threshold of ${value} decides nothing`, ask };
  if (most === null || value < most) return undefined;
  return { message: `a mean is never above ${end}, so a threshold of ${value} decides nothing`, ask };
}

/** Of a quantity it is known only that it is never below `least`. */
function offMetric(criterion: string, least: number, value: number): Fault | undefined {
  const ask = `more than ${least}`;
  switch (criterion.replace(/.*_/, '')) {
    case 'lt':
      return value <= least ? { message: `no value is less than ${value}`, ask } : undefined;
    case 'lte':
      return value < least ? { message: `no value is ${value} or less`, ask: `${least} or more` } : undefined;
    case 'gte':
      return value <= least ? { message: `every value is at least ${value}`, ask } : undefined;
    default:
      return value < least ? { message: `every value is more than ${value}`, ask: `${least} or more` } : undefined;
  }
}

/**
 * A problem if the rate that a case expects is not above the bar of one of its criteria: nothing could be planned for it.
 * It stands at the nearer of the two, which is the one that made them disagree. The first layer is the case itself.
 */
export function expectedProblems(spec: CriterionSpec, layers: readonly Layer[]): readonly Problem[] {
  const expected = nearestSetting(layers, 'expected');
  const bar = spec.params['proportion'];
  if (typeof expected?.value !== 'number' || typeof bar !== 'number' || expected.value > bar) return [];
  const isOwn = nearestSetting(layers.slice(0, 1), 'expected') !== undefined;
  const at = isOwn ? expected.at : spec.at;
  const whence = isOwn || !at ? '' : ` (${spot(expected.at, at)})`;
  const where = isOwn && spec.at ? ` (${spec.criterion} on ${spot(spec.at, at)})` : '';
  const message = `expected ${expected.value}${whence} is not above the bar of ${bar}${where}`;
  const hint = 'expect a rate between the bar and 1, or take "expected" out';
  return [problem('EVA_BAD_EXPECTED', message, { at, hint })];
}
