import type { Case, CriterionSpec } from '#model/case.js';

/**
 * Divides the level of every criterion for the j-th attempt, j from 1: `level / (j (j + 1))`. These sum to the level over all j, so by
 * Bonferroni's inequality a false claim passes in any of however many attempts with at most the level as probability.
 */
export function correctLevels(cases: readonly Case[], attempt: number): readonly Case[] {
  return withLevels(cases, (level) => level / (attempt * (attempt + 1)));
}

/** Undoes `correctLevels`, to twelve digits. */
export function uncorrectLevels(cases: readonly Case[], attempt: number): readonly Case[] {
  return withLevels(cases, (level) => Number((level * attempt * (attempt + 1)).toPrecision(12)));
}

function withLevels(cases: readonly Case[], change: (level: number) => number): readonly Case[] {
  const changed = (spec: CriterionSpec) =>
    spec.significance_level === undefined ? spec : { ...spec, significance_level: change(spec.significance_level) };
  return cases.map((testCase) => ({
    ...testCase,
    expectations: testCase.expectations.map((each) => ({ ...each, criteria: each.criteria.map(changed) })),
  }));
}
