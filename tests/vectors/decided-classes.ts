import { decideCase } from '#decide/watch-case.js';
import type { Case } from '#model/case.js';
import type { Score } from '#model/run/trial.js';
import type { CriterionSpec } from '#model/settings.js';
import { datasetWith } from '../support/dataset.js';
import { caseOf } from '../support/statistical-case.js';

/** Decides a criterion on a case about classes, from its confusion matrix: rows are expected classes, the last column is none of them. */
export function decidedClasses(matrix: readonly (readonly number[])[], spec: CriterionSpec) {
  const { dataset, verdicts } = decideCase(caseOfMatrix(matrix, spec), scoresOfMatrix(matrix));
  const [verdict] = verdicts;
  const [classes] = dataset?.classes ?? [];
  if (!verdict || !classes) throw new Error('the case has no verdict on classes');
  return { verdict, classes };
}

/** The names of classes are their numbers. */
function caseOfMatrix(matrix: readonly (readonly number[])[], spec: CriterionSpec): Case {
  const counts = matrix.map((row) => row.reduce((sum, count) => sum + count, 0));
  const n = counts.reduce((sum, count) => sum + count, 0);
  const names = matrix.map((_, index) => String(index));
  const params = { expected: { field: 'label' }, of: names, ignore_case: false, kept: counts, asked: counts };
  const changes = { dataset: datasetWith({ kept: n }), stop_early: false };
  return caseOf(n, { grader: 'class', params }, [spec], changes);
}

function scoresOfMatrix(matrix: readonly (readonly number[])[]): Score[] {
  const pairs = matrix.flatMap((row, expected) =>
    row.flatMap((count, answered) => Array.from({ length: count }, () => ({ expected, answered }))),
  );
  return pairs.map(({ expected, answered }, trial) => ({
    expectation: 0,
    trial,
    value: expected === answered ? 1 : 0,
    classes: { expected: String(expected), answered: answered < matrix.length ? String(answered) : null },
    findings: [],
  }));
}
