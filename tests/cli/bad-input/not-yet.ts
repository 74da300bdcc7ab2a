import { aCase, bad, beforeCases, configFile } from './fixture.js';

const model = 'defaults: { model: claude-opus-4-7 }';
const then = 'then: [{ expected_behavior: It is kind., criteria: { median_gte: { threshold: 8 } } }]';
const scenario = [
  'scenarios:',
  '  - title: Support',
  '    inputs: { code: x }',
  '    given: g',
  '    when: w',
  '    sample_size: 20',
  `    ${then}`,
];

/** What the schema knows and this version of eva cannot do: refused in one line, never ignored. */
export const notYet = [
  bad('scenarios', beforeCases(model, ...scenario)),
  bad('a behaviour', aCase('rubric: x', 'sample_size: 20', then)),
  bad('a behaviour with a judge and levels of its own, beside a metric', {
    ...aCase(
      'sample_size: 20',
      'then:',
      '  - expected_behavior: It is kind.',
      '    judge: { votes: 3 }',
      '    rubric: { "1": rude, "10": kind }',
      '    criteria: { proportion_gte: { min_score: 6, proportion: 0.5 } }',
      '  - metric: per_turn.response_words',
      '    criteria: { median_lt: { threshold: 90 } }',
    ),
  }),
  bad('a behaviour beside a typo', aCase('rubric: x', 'sample_size: 20', then, 'temprature: 1')),
  bad('a scenario with too few trials', {
    ...beforeCases(model, ...scenario.map((line) => line.replace('20', '2'))),
  }),
  bad('a behaviour with too few trials', aCase('rubric: x', 'sample_size: 2', then)),
  bad('a seed', aCase('rubric: x', 'seed: 7')),
  bad('a seed in the defaults', beforeCases('defaults: { model: claude-opus-4-7, seed: 7 }')),
  bad('a seed in the defaults of eva.yml', configFile('defaults: { seed: 7 }')),
  bad('a seed that is wrong as well', aCase('rubric: x', 'seed: -1')),
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
];
