import { type CriterionDefinition, criterionOf } from '#decide/criteria/define-criterion.js';
import type { Criterion } from '#decide/criterion.js';
import { findCriterion } from '#decide/index.js';
import type { Problem } from '#model/problem.js';
import { errorOf } from '../error-texts.js';
import { type Fields, fieldProblems } from '../options/fields.js';
import { definitionName, definitionProblems } from './definition.js';

const nameHint = 'write aggregation_comparison, as in proportion_within';
const aggregationHint = 'write proportion or mean';

const fields: Fields<CriterionDefinition> = {
  name: { is: 'a text', needed: nameHint },
  aggregation: { is: 'a text', needed: aggregationHint },
  value: { is: 'a function', needed: 'give it a function: what a trial is worth, by its values' },
  bar: { is: 'a function', needed: 'give it a function: what the share, or the mean, must be above' },
  claim: { is: 'a function', needed: 'give it a function: the claim in words' },
  refuse: { is: 'a function' },
};

/**
 * Makes a criterion from the value of a trial and the required mean. eva tests it exactly (binomial, or Gaffke for means), like the
 * built-in ones. Throws `EvaError` with all problems of the definition, for example the name of a built-in criterion, or a name that is not
 * lower-case words joined by underscores.
 */
export function defineCriterion(definition: CriterionDefinition): Criterion {
  const file = definitionName('defineCriterion', definition);
  const shape = fieldProblems(definition, fields, file);
  const problems = shape.length > 0 ? shape : meaningProblems(definition, file);
  if (problems.length > 0) throw errorOf(problems, { caller: defineCriterion });
  return criterionOf(definition);
}

function meaningProblems({ name, aggregation }: CriterionDefinition, file: string): readonly Problem[] {
  const isName = /^[a-z][a-z0-9]*(_[a-z0-9]+)+$/.test(name);
  const isAggregation = aggregation === 'proportion' || aggregation === 'mean';
  return definitionProblems(file, [
    [!isName, 'name', 'EVA_BAD_VALUE:definition_name', { of: 'criterion', name, advice: nameHint }],
    [findCriterion(name) !== undefined, 'name', 'EVA_BAD_VALUE:definition_taken', { of: 'criterion', name }],
    [
      !isAggregation,
      'aggregation',
      'EVA_BAD_VALUE:definition_kind',
      { of: 'aggregation', value: aggregation, advice: aggregationHint },
    ],
  ]);
}
