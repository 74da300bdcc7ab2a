import { aCase, bad, configFile, evalFile } from './fixture.js';

/** Returns a case with enough trials for its criteria to pass. */
const judged = (...lines: readonly string[]) => aCase('rubric: x', 'sample_size: 400', ...lines);
const criteria = (text: string) => judged(`criteria: ${text}`);
const bar = (text: string) => criteria(`{ proportion_gte: { ${text} } }`);

export const criteriaOfCases = [
  bad('a proportion of 1', bar('proportion: 1')),
  bad('a criterion that a case cannot have', criteria('{ median_gte: { threshold: 4 } }')),
  bad('a score as the bar of a case', bar('min_score: 4, proportion: 0.9')),
  bad('criteria without anything to judge', aCase('criteria: { proportion_gte: { proportion: 0.9 } }')),
  bad('criteria that are nothing', criteria('')),
  bad('criteria as a text', criteria('proportion_gte 0.9')),
  bad('criteria as a number', criteria('0.9')),
  bad('an expected rate at the bar', judged('expected: 0.95', 'criteria: { proportion_gte: { proportion: 0.95 } }')),
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
  bad('stop_early as a number', judged('stop_early: 0')),
  bad('stop_early in quotes', judged('stop_early: "false"')),
];
