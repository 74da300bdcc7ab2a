import type { BehaviorJudge, BehaviorSpec, Case, Expectation, RubricLevels, Scale } from '#model/case.js';
import type { Place } from '#model/problem.js';

/** A behaviour whose rubric is to be written, with the judge who will do so. */
export interface MissingRubric {
  readonly text: string;
  readonly judge: BehaviorJudge;
  /** The first case that expects it. */
  readonly case: string;
  readonly at?: Place;
}

/** A rubric for everything that expects this behaviour on this scale. */
export interface RubricFor {
  readonly text: string;
  readonly scale: Scale;
  readonly levels: RubricLevels;
}

/** Returns the behaviours that have no rubric yet, each text once on each scale, in the order of the cases. */
export function missingRubrics(cases: readonly Case[]): readonly MissingRubric[] {
  const missing = new Map<string, MissingRubric>();
  for (const testCase of cases) {
    for (const { grader, at } of testCase.expectations) {
      if (grader.grader !== 'expected_behavior' || grader.params.rubric !== null) continue;
      const { text, judge } = grader.params;
      const key = keyOf(text, judge.scale);
      if (!missing.has(key)) missing.set(key, { text, judge, case: testCase.name, ...(at && { at }) });
    }
  }
  return [...missing.values()];
}

/** Returns the same cases, with these rubrics wherever one was missing. */
export function withRubrics(cases: readonly Case[], rubrics: readonly RubricFor[]): Case[] {
  const levels = new Map(rubrics.map((rubric) => [keyOf(rubric.text, rubric.scale), rubric.levels]));
  const filled = (params: BehaviorSpec): BehaviorSpec => ({
    ...params,
    rubric: params.rubric ?? levels.get(keyOf(params.text, params.judge.scale)) ?? null,
  });
  return cases.map((testCase) => ({
    ...testCase,
    expectations: testCase.expectations.map((expectation): Expectation => {
      const { grader } = expectation;
      if (grader.grader !== 'expected_behavior') return expectation;
      return { ...expectation, grader: { ...grader, params: filled(grader.params) } };
    }),
  }));
}

function keyOf(text: string, { min, max }: Scale): string {
  return JSON.stringify([text, min, max]);
}
