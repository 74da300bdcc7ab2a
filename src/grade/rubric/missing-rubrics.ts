import type { BehaviorSpec, RubricLevels } from '#model/case/grader.js';
import type { BehaviorJudge, Scale } from '#model/case/settings.js';
import type { Case, Expectation } from '#model/case.js';
import type { Place } from '#model/problem.js';

/** A behaviour without a rubric, and the judge that will write one. */
export interface MissingRubric {
  readonly text: string;
  readonly judge: BehaviorJudge;
  /** The first case with this behaviour. */
  readonly case: string;
  readonly at?: Place;
}

/** A rubric for all expectations with this behaviour and scale. */
export interface RubricFor {
  readonly text: string;
  readonly scale: Scale;
  readonly levels: RubricLevels;
}

/** Returns the behaviours without a rubric in the order of the cases, each text once for each scale. */
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

/** Returns the cases with these rubrics filled in where one was missing. */
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
