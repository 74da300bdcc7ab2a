import type { PeopleVerdict } from '#decide/trial-values.js';
import type { CaseDecision } from '#decide/watch-case.js';
import type { Case } from '#model/case.js';
import type { Dataset } from '#model/dataset.js';
import type { Grader } from '#model/grader.js';
import type { Verdict } from '#model/run/verdict.js';
import type { CriterionSpec } from '#model/settings.js';
import { caseWith, decideOn, type PlacedExample } from './dataset-case.js';
import { caseOf, criterion } from './statistical-case.js';

const judge = {
  model: 'claude-haiku-4-5',
  timeout_s: 30,
  max_tokens: 1024,
  scale: { min: 1, max: 5 },
  votes: 1,
  pass_threshold: 4,
};

/** The grader of a case with a rubric, so that people can label it. */
export const byRubric: Grader = {
  grader: 'trial_passes',
  params: { checks: [], rubric: { text: 'Is it polite?', judge } },
};

/** The claim that people pass at least a share of the answers. */
export const ofPeople = (proportion: number, labels: number, level = 0.05) =>
  criterion('proportion_gte', { proportion, by: 'people', labels }, level);

/** Makes a case whose answers people label: of `n` trials, or on a data set. */
export function labelledCase(on: number | Partial<Dataset>, claim: CriterionSpec, changes: Partial<Case> = {}): Case {
  if (typeof on === 'number') return caseOf(on, byRubric, [claim], changes);
  return caseWith(on, { grader: byRubric, claim }, changes);
}

/** An answer: the words of the judge, and those of people if it is in their sample. */
export type LabelledExample = PlacedExample & { readonly label?: PeopleVerdict };

/** Decides a stored case with labels, whose ranks are in the order of the trials. */
export function decideLabelled(one: Case, answers: readonly LabelledExample[]): CaseDecision {
  let rank = 0;
  const labels = answers.map(({ label }) => label && { rank: rank++, verdict: label });
  return decideOn(one, answers, (_expectation, trial) => labels[trial]);
}

/** Returns the only verdict of `decideLabelled`. */
export function verdictOfLabels(one: Case, answers: readonly LabelledExample[]): Verdict {
  const [verdict, ...others] = decideLabelled(one, answers).verdicts;
  if (!verdict || others.length > 0) throw new Error('the case has not one verdict');
  return verdict;
}

/** Repeats an answer. */
export function answers(
  count: number,
  value: PlacedExample['value'],
  label?: PeopleVerdict,
): readonly LabelledExample[] {
  return Array.from({ length: count }, () => ({ value, ...(label && { label }) }));
}
