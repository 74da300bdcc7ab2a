import type { Files } from '../../../support/temp-library.js';
import { aCase, bad, evalFile } from '../fixture.js';

/** A case of 60 trials with a rubric whose criterion has these parameters. */
const bar = (text: string, ...keys: readonly string[]) =>
  aCase('rubric: Is it polite?', 'sample_size: 60', `criteria: { proportion_gte: { ${text} } }`, ...keys);
const people = (text: string) => bar(`proportion: 0.8, by: people, ${text}`);

const fortyItems = Array.from({ length: 40 }, (_, at) => `code ${at},customer ${at % 20}\n`).join('');
const onItems = (dataset: string, text: string): Files => ({
  ...evalFile(`defaults: { model: claude-opus-4-7 }
cases:
  - name: happy
    dataset: { file: data/items.csv, ${dataset} }
    rubric: Is it polite?
    criteria: { proportion_gte: { ${text} } }
`),
  'prompts/diff/data/items.csv': `code,customer\n${fortyItems}`,
});

/** Mistakes in criteria with `by: people`. */
export const criteriaByPeople = [
  bad('labels without people', bar('proportion: 0.8, labels: 50')),
  bad('more labels than trials', people('labels: 61')),
  bad('more labels than items', onItems('claim: file', 'proportion: 0.8, by: people, labels: 41')),
  bad('more labels than clusters', onItems('cluster: customer', 'proportion: 0.8, by: people, labels: 21')),
  bad('too few labels of a file for the bar', onItems('claim: file', 'proportion: 0.9, by: people, labels: 10')),
  bad(
    'too few trials for labels that could pass',
    aCase('rubric: x', 'sample_size: 9', 'criteria: { proportion_gte: { proportion: 0.8, by: people, labels: 9 } }'),
  ),
  bad('one label', people('labels: 1')),
  bad('people without a rubric', {
    ...aCase(
      'assert: [ { contains: "<diff>" } ]',
      'sample_size: 60',
      'criteria: { proportion_gte: { proportion: 0.8, by: people, labels: 50 } }',
    ),
  }),
  bad('people and a metric', {
    ...aCase(
      'sample_size: 60',
      'then:',
      '  - metric: per_turn.response_words',
      '    criteria: { proportion_gte: { threshold: 3, proportion: 0.8, by: people, labels: 50 } }',
    ),
  }),
  bad(
    'people and slices',
    onItems(
      'claim: file, slices: [{ field: customer, criteria: { proportion_gte: { proportion: 0.5, by: people } } }]',
      'proportion: 0.5',
    ),
  ),
  bad(
    'the same criterion of people twice, once with its default written out',
    aCase(
      'rubric: Is it polite?',
      'sample_size: 120',
      'criteria:',
      '  - proportion_gte: { proportion: 0.8, by: people }',
      '  - proportion_gte: { proportion: 0.8, by: people, labels: 100 }',
    ),
  ),
];
