import type { CriterionSpec } from '#model/case/criterion-spec.js';
import type { Grader } from '#model/case/grader.js';
import { upperHalf } from '#model/case/rubric.js';
import { byExpectation, type Case, type Expectation } from '#model/case.js';
import { uniqueBy } from '#model/data/collections.js';
import type { CaseResult } from '#model/run/run.js';
import type { Score } from '#model/run/score.js';

export type ScoreWithValue = Extract<Score, { value: number }>;
type UngradedScore = Extract<Score, { value: null }>;

/** An expectation that did not pass, and the values that explain it. */
export interface Shortfall {
  readonly expectation: Expectation;
  readonly asked: Asked;
  /** The worst value of each trial that misses the bar, the worst trial first. */
  readonly scores: readonly ScoreWithValue[];
  readonly ungraded: readonly UngradedScore[];
}

/** Returns the shortfalls of a case, in the order of its expectations. Omits custom criteria, whose bar eva does not know. */
export function shortfallsOf(result: CaseResult, testCase: Case): readonly Shortfall[] {
  return unproven(result, testCase).flatMap(({ index, expectation, spec }) => {
    const asked = askedBy(expectation.grader, spec);
    if (asked === null) return [];
    const own = result.scores.filter((score) => score.expectation === index);
    const scores = worstFirst(own, asked);
    const ungraded = own.filter((score) => score.value === null).filter(({ why }) => why === 'ungraded');
    return scores.length + ungraded.length > 0 ? [{ expectation, asked, scores, ungraded }] : [];
  });
}

interface Unproven {
  readonly index: number;
  readonly expectation: Expectation;
  /** The first criterion of the expectation that did not pass. */
  readonly spec: CriterionSpec;
}

function unproven({ verdicts }: CaseResult, testCase: Case): readonly Unproven[] {
  return byExpectation(testCase, verdicts).flatMap((own, index) => {
    const expectation = testCase.expectations[index];
    const spec = expectation?.criteria[own.findIndex(({ outcome }) => outcome !== 'passed')];
    return expectation && spec ? [{ index, expectation, spec }] : [];
  });
}

function worstFirst(scores: readonly Score[], asked: Asked): readonly ScoreWithValue[] {
  const short = scores.filter((score) => score.value !== null).filter(({ value }) => !isAsAsked(value, asked));
  const sign = wantsMore(asked.side) ? 1 : -1;
  return uniqueBy(
    short.sort((a, b) => sign * (a.value - b.value) || a.trial - b.trial),
    ({ trial }) => String(trial),
  );
}

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
