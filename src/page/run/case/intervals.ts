import type { Claim, SliceClaim } from '#view/view.js';
import type { Interval } from '../../figures/interval.js';

/** Returns the interval of a claim about a share; null for other claims, which have no scale from 0 to 1. */
export function intervalOf({
  outcome,
  found,
  range,
}: Pick<Claim, 'outcome' | 'found' | 'range'> | SliceClaim): Interval | null {
  if (range === null || found.estimate === null) return null;
  const { lower, upper, bar, holds } = range;
  return {
    outcome,
    estimate: found.estimate,
    lower: holds ? lower : null,
    upper: holds ? upper : null,
    bar,
    better: 'up',
  };
}
