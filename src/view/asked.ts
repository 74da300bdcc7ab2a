import type { CriterionSpec, Grader } from '#model/case.js';
import { upperHalf } from '#model/rubric.js';

const sides = ['lt', 'lte', 'gt', 'gte'] as const;

/** What a criterion asks of the value of one trial: to lie on this side of a bar. */
export interface Asked {
  readonly side: (typeof sides)[number];
  readonly bar: number;
}

/** What is asked of one value; null where a criterion of one's own says it in parameters that only it knows. */
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

/** True if a value is as asked. */
export function isAsAsked(value: number, { side, bar }: Asked): boolean {
  if (value === bar) return side === 'lte' || side === 'gte';
  return wantsMore(side) === value > bar;
}

/** True where larger values are better. */
export function wantsMore(side: Asked['side']): boolean {
  return side === 'gt' || side === 'gte';
}
