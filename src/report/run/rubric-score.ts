import type { Case, RubricSpec } from '#model/case.js';
import type { Finding } from '#model/run/score.js';

/** A finding of the judge, not of a check. */
export function isRubric(finding: Finding): boolean {
  return finding.about === 'rubric';
}

/** The rubric of a case, if it has one. */
export function rubricOf(one: Case | undefined): RubricSpec | undefined {
  const graders = one?.expectations.map((expectation) => expectation.grader) ?? [];
  return graders.flatMap((each) =>
    each.grader === 'trial_passes' && each.params.rubric ? [each.params.rubric] : [],
  )[0];
}

/** What the judge said over several trials: `rubric 5 of 5`, `rubric 2–3 of 5, needs 4`, `rubric without a score`. */
export function rubricText(findings: readonly Finding[], rubric: RubricSpec | undefined): string {
  const scores = findings.flatMap((finding) => finding.score ?? []);
  if (scores.length === 0) return 'rubric without a score';
  const [low, high] = [Math.min(...scores), Math.max(...scores)];
  const range = low === high ? String(low) : `${low}–${high}`;
  const needs = rubric && low < rubric.judge.pass_threshold ? `, needs ${rubric.judge.pass_threshold}` : '';
  return `rubric ${range}${rubric ? ` of ${rubric.judge.scale.max}` : ''}${needs}`;
}
