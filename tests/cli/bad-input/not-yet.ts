import { aCase, bad, beforeCases, configFile } from './fixture.js';

const model = 'defaults: { model: claude-opus-4-7 }';
const then = 'then: [{ expected_behavior: It is kind., criteria: { median_gte: { threshold: 8 } } }]';
const scenario = [
  'scenarios:',
  '  - title: Support',
  '    inputs: { code: x }',
  '    given: g',
  '    when: w',
  `    ${then}`,
];
const criteria = 'criteria: { proportion_gte: { proportion: 0.9 } }';

/** What the schema knows and this version of eva cannot do: refused in one line, never ignored. */
export const notYet = [
  bad('scenarios', beforeCases(model, ...scenario)),
  bad('then', aCase('rubric: x', then)),
  bad(
    'then with a metric',
    aCase('then: [{ metric: per_turn.response_latency, criteria: { mean_lt: { threshold: 2 } } }]'),
  ),
  bad('criteria on a case', aCase('rubric: x', 'sample_size: 60', criteria)),
  bad('sequential', aCase('rubric: x', 'sample_size: 60', 'sequential: true', criteria)),
  bad('sequential in the defaults', beforeCases('defaults: { model: claude-opus-4-7, sequential: true }')),
  bad(
    'then, criteria and sequential beside a typo',
    aCase('rubric: x', 'sequential: true', criteria, then, 'temprature: 1'),
  ),
  bad('a scenario beside a typo, without its inputs', {
    ...beforeCases(
      'defaults: { model: claude-opus-4-7, temprature: 1 }',
      ...scenario.filter((line) => !line.includes('inputs')),
    ),
  }),
  bad('a budget', configFile('budget: { max_calls: 100 }')),
  bad('a budget that is wrong as well', configFile('budget: { max_calls: many }')),
  bad('a scenario without then', beforeCases(model, 'scenarios:', '  - { title: a, given: g, when: w }')),
  bad('a scenario without a title', beforeCases(model, 'scenarios:', `  - { given: g, when: w, ${then} }`)),
  bad('an entry of then without criteria', aCase('rubric: x', 'then: [{ expected_behavior: It is kind. }]')),
  bad(
    'an entry of then with two graders',
    aCase(
      'then: [{ expected_behavior: a, metric: per_turn.response_words, criteria: { median_lt: { threshold: 3 } } }]',
    ),
  ),
  bad('an unknown criterion', aCase('rubric: x', 'criteria: { proportion_at_least: { proportion: 0.9 } }')),
  bad('a misspelt criterion', aCase('rubric: x', 'criteria: { proporton_gte: { proportion: 0.9 } }')),
  bad('an unknown metric', aCase('then: [{ metric: per_turn.latency, criteria: { mean_lt: { threshold: 2 } } }]')),
  bad('a proportion in per cent', aCase('rubric: x', 'criteria: { proportion_gte: { proportion: 95 } }')),
  bad('a proportion of 1', aCase('rubric: x', 'criteria: { proportion_gte: { proportion: 1 } }')),
  bad('a proportion of 0', aCase('rubric: x', 'criteria: { proportion_gte: { proportion: 0 } }')),
  bad('a criterion that a case cannot have', aCase('rubric: x', 'criteria: { median_gte: { threshold: 4 } }')),
  bad('criteria without anything to judge', aCase(criteria)),
  bad('criteria that are empty', aCase('rubric: x', 'criteria: []')),
  bad('criteria as a text', aCase('rubric: x', 'criteria: proportion_gte 0.9')),
];
