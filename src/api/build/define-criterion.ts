import { type CriterionDefinition, criterionOf } from '#decide/criteria/define-criterion.js';
import { findCriterion } from '#decide/criteria/index.js';
import type { Criterion } from '#decide/criterion.js';
import type { Fields } from '../options/fields.js';
import { checkDefinition, isDefinitionName } from './definition.js';

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
  checkDefinition(['defineCriterion', defineCriterion], definition, fields, ({ name, aggregation }) => [
    [
      !isDefinitionName(name) || !name.includes('_'),
      'name',
      'EVA_BAD_VALUE:definition_name',
      { of: 'criterion', name, advice: nameHint },
    ],
    [findCriterion(name) !== undefined, 'name', 'EVA_BAD_VALUE:definition_taken', { of: 'criterion', name }],
    [
      !['proportion', 'mean'].includes(aggregation),
      'aggregation',
      'EVA_BAD_VALUE:definition_kind',
      { of: 'aggregation', value: aggregation, advice: aggregationHint },
    ],
  ]);
  return criterionOf(definition);
}
