import type { Case } from '#model/case.js';
import type { Dataset } from '#model/dataset.js';
import type { CriterionSpec } from '#model/settings.js';

/**
 * Lowers the level of every criterion for the j-th attempt, j from 1, to `level / (j (j + 1))`. These add up to the level over all j. By
 * Bonferroni's inequality a false claim therefore passes in any of the attempts, however many, with at most that probability.
 */
export function correctLevels(cases: readonly Case[], attempt: number): readonly Case[] {
  return withLevels(cases, (level) => level / (attempt * (attempt + 1)));
}

/** Reverses `correctLevels`, to twelve digits. */
export function uncorrectLevels(cases: readonly Case[], attempt: number): readonly Case[] {
  return withLevels(cases, (level) => Number((level * attempt * (attempt + 1)).toPrecision(12)));
}

function withLevels(cases: readonly Case[], change: (level: number) => number): readonly Case[] {
  const changed = (spec: CriterionSpec) =>
    spec.significance_level === undefined ? spec : { ...spec, significance_level: change(spec.significance_level) };
  const ofSlices = (dataset: Dataset): Dataset => ({
    ...dataset,
    slices: dataset.slices.map((field) => ({
      ...field,
      ...(field.gate && { gate: { ...field.gate, criterion: changed(field.gate.criterion) } }),
    })),
  });
  return cases.map((testCase) => ({
    ...testCase,
    ...(testCase.dataset && { dataset: ofSlices(testCase.dataset) }),
    expectations: testCase.expectations.map((expectation) => ({
      ...expectation,
      criteria: expectation.criteria.map(changed),
    })),
  }));
}
