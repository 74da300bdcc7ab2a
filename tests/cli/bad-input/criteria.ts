import { aCase, bad, beforeCases, configFile, evalFile } from './fixture.js';

/** Returns a case with enough trials for its criteria to pass. */
const judged = (...lines: readonly string[]) => aCase('rubric: x', 'sample_size: 400', ...lines);
const criteria = (text: string) => judged(`criteria: ${text}`);
const bar = (text: string) => criteria(`{ proportion_gte: { ${text} } }`);

export const criteriaOfCases = [
  bad('an unknown criterion', criteria('{ proportion_at_least: { proportion: 0.9 } }')),
  bad('a misspelt criterion', criteria('{ proporton_gte: { proportion: 0.9 } }')),
  bad('a proportion in per cent', bar('proportion: 95')),
  bad('a proportion with a per cent sign', bar('proportion: 95%')),
  bad('a proportion of 1', bar('proportion: 1')),
  bad('a proportion of 0', bar('proportion: 0')),
  bad('a proportion below 0', bar('proportion: -0.5')),
  bad('a proportion in quotes', bar('proportion: "0.95"')),
  bad('a proportion with a comma', bar('proportion: 0,95')),
  bad('no proportion', criteria('{ proportion_gte: {} }')),
  bad('a misspelt parameter', bar('proporton: 0.9')),
  bad('a parameter that there is not', bar('proportion: 0.9, confidence: 0.95')),
  bad('a criterion that a case cannot have', criteria('{ median_gte: { threshold: 4 } }')),
  bad('a mean of trials that pass or fail', criteria('{ mean_gte: { threshold: 0.9 } }')),
  bad('a proportion from above', criteria('{ proportion_lt: { proportion: 0.9 } }')),
  bad('a score as the bar of a case', bar('min_score: 4, proportion: 0.9')),
  bad('a threshold as the bar of a case', bar('threshold: 4, proportion: 0.9')),
  bad('criteria without anything to judge', aCase('criteria: { proportion_gte: { proportion: 0.9 } }')),
  bad('criteria that are empty', criteria('[]')),
  bad('criteria that are nothing', criteria('')),
  bad('criteria as a text', criteria('proportion_gte 0.9')),
  bad('criteria as a number', criteria('0.9')),
  bad('a criterion as a mere name', criteria('[proportion_gte]')),
  bad('a criterion as a mere number', criteria('{ proportion_gte: 0.9 }')),
  bad('a criterion without parameters', criteria('{ proportion_gte: }')),
  bad(
    'two criteria in one item',
    criteria('{ proportion_gte: { proportion: 0.9 }, proportion_gt: { proportion: 0.8 } }'),
  ),
  bad('one good criterion and one that is none', criteria('[{ proportion_gte: { proportion: 0.9 } }, {}]')),
  bad('a level of 0', bar('proportion: 0.9, significance_level: 0')),
  bad('a confidence where the level belongs', bar('proportion: 0.9, significance_level: 0.95')),
  bad('a level in quotes', bar('proportion: 0.9, significance_level: "0.05"')),
  bad('a level of the case above one half', judged('significance_level: 0.6')),
  bad('a level of the defaults above one half', {
    ...beforeCases('defaults: { model: claude-opus-4-7, significance_level: 0.51 }'),
  }),
  bad('a level of eva.yml above one half', configFile('defaults: { significance_level: 0.95 }')),
  bad('an expected rate at the bar', judged('expected: 0.95', 'criteria: { proportion_gte: { proportion: 0.95 } }')),
  bad('an expected rate below the bar', judged('criteria: { proportion_gte: { proportion: 0.95 } }', 'expected: 0.9')),
  bad('an expected rate of the defaults below the bar of a case', {
    ...evalFile(
      'defaults:\n  model: claude-opus-4-7\n  expected: 0.9\ncases:\n  - name: happy\n    inputs: { code: x }\n    rubric: x\n    sample_size: 400\n    criteria: { proportion_gte: { proportion: 0.95 } }\n',
    ),
  }),
  bad('an expected rate of eva.yml below the bar of a case', {
    ...bar('proportion: 0.95'),
    ...configFile('defaults: { expected: 0.94 }'),
  }),
  bad('an expected rate below the bar of a further expectation', {
    ...judged(
      'expected: 0.9',
      'criteria: { proportion_gte: { proportion: 0.8 } }',
      'then:',
      '  - metric: per_turn.response_latency',
      '    criteria: { proportion_lt: { threshold: 2, proportion: 0.95 } }',
    ),
  }),
  bad('an expected rate of 1', judged('expected: 1')),
  bad('an expected rate of 0', judged('expected: 0')),
  bad('an expected rate in per cent', judged('expected: 97')),
  bad('sequential as a word', judged('sequential: always')),
  bad('stop_early as a number', judged('stop_early: 0')),
  bad('stop_early in quotes', judged('stop_early: "false"')),
  bad('a misspelt setting of stopping', judged('stop_erly: false')),
];
