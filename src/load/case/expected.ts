import { problem } from '#errors/index.js';
import type { CriterionSpec } from '#model/case.js';
import type { Problem } from '#model/problem.js';
import { type Layer, nearestSetting } from '../source/layer.js';
import { spot } from '../source/spot.js';

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
