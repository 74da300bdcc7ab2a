import type { CriterionSpec, Grader } from '#model/case.js';
import { upperHalf } from '#model/rubric.js';

const sides = ['lt', 'lte', 'gt', 'gte'] as const;

/** The condition of a criterion for the value of one trial: on this side of the bar. */
export interface Asked {
  readonly side: (typeof sides)[number];
  readonly bar: number;
}

/** Returns the condition for one value; null for a custom criterion, whose parameters eva does not know. */
export function askedBy(grader: Grader, { criterion, params }: CriterionSpec): Asked | null {
  const bar = params['min_score'] ?? params['threshold'];
  switch (grader.grader) {
    case 'trial_passes':
    case 'trigger':
      return { side: 'gte', bar: 1 };
    case 'expected_behavior':
      return { side: 'gte', bar: typeof bar === 'number' ? bar : upperHalf(grader.params.judge.scale) };
    default: {
      const side = sides.find((own) => criterion.endsWith(`_${own}`));
      return side === undefined || typeof bar !== 'number' ? null : { side, bar };
    }
  }
}

/** Returns true if a value meets the condition. */
export function isAsAsked(value: number, { side, bar }: Asked): boolean {
  if (value === bar) return side === 'lte' || side === 'gte';
  return wantsMore(side) === value > bar;
}

/** Returns true if larger values are better. */
export function wantsMore(side: Asked['side']): boolean {
  return side === 'gt' || side === 'gte';
}
