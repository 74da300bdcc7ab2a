import { problem } from '#errors/index.js';
import type { CriterionSpec } from '#model/case/criterion-spec.js';
import type { JsonObject } from '#model/data/json.js';
import { defaultLabels } from '#model/people/sample.js';
import type { Place, Problem } from '#model/problem.js';
import type { Decided } from './criterion-fit.js';

/** Lists the problems of `by` and `labels`. `place` returns where a parameter is written. */
export function peopleProblems(
  { params }: CriterionSpec,
  { kind, rubric }: Decided,
  place: (param: string) => Place,
): readonly Problem[] {
  if (params['by'] === undefined) {
    return params['labels'] === undefined
      ? []
      : [problem('EVA_BAD_CRITERIA:labels_alone', null, { at: place('labels') })];
  }
  if (rubric === 'of_case') return [];
  if (rubric === 'of_slice') return [problem('EVA_BAD_CRITERIA:people_of_slice', null, { at: place('by') })];
  return [problem('EVA_BAD_CRITERIA:people_of', { kind }, { at: place('by') })];
}

/** Omits the number of labels if it is the default, so that writing it out does not change the evidence. */
export function withoutDefaultLabels(params: JsonObject): JsonObject {
  const { labels, ...others } = params;
  return params['by'] === 'people' && labels === defaultLabels ? others : params;
}
