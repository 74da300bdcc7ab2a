import { aCase, bad, configFile } from './fixture.js';

const then = (...lines: readonly string[]) =>
  aCase('assert: [{ contains: a }]', 'sample_size: 400', 'then:', ...lines.map((line) => `  ${line}`));

const bar = 'criteria: { median_lt: { threshold: 9 } }';
const latency = (criteria: string) => then('- metric: per_turn.response_latency', `  criteria: { ${criteria} }`);
const words = (criteria: string) => then('- metric: per_turn.response_words', `  criteria: { ${criteria} }`);
const behaviour = (criteria: string) => then('- expected_behavior: It is kind.', `  criteria: { ${criteria} }`);
const passes = 'criteria: { proportion_gte: { proportion: 0.9 } }';

/** Mistakes in further expectations on the same trials, and in the criteria of metrics. */
export const expectations = [
  bad('an entry of then about nothing', then(`- ${bar}`)),
  bad('an entry of then about two things', {
    ...then('- assert: [{ contains: b }]', '  metric: per_turn.response_words', `  ${bar}`),
  }),
  bad('an entry of then that is nothing', then('-')),
  bad('a label that is a number', then('- metric: per_turn.response_words', '  about: 7', `  ${bar}`)),
  bad('a rubric beside checks', then('- assert: [{ contains: b }]', '  rubric: Be kind.', `  ${passes}`)),
  bad('a proportion without a threshold', latency('proportion_lt: { proportion: 0.9 }')),
  bad('a score as the threshold of a metric', latency('proportion_gte: { min_score: 2, proportion: 0.9 }')),
  bad('a quantile', latency('quantile_lt: { q: 0.95, threshold: 2 }')),
  bad('at most less than nothing', latency('median_lte: { threshold: -1 }')),
  bad('at least nothing', latency('proportion_gte: { threshold: 0, proportion: 0.9 }')),
  bad('more than less than nothing', latency('median_gt: { threshold: -0.1 }')),
  bad('less than one turn', {
    ...then('- metric: per_conversation.turn_count', '  criteria: { median_lt: { threshold: 1 } }'),
  }),
  bad('a mean of nothing', latency('mean_gt: { threshold: 0 }')),
  bad('a cap below the threshold', latency('mean_lt: { threshold: 2, cap: 1.5 }')),
  bad('a cap of 0', latency('mean_lt: { threshold: 2, cap: 0 }')),
  bad('a mean of what nothing bounds, without a cap', words('mean_lt: { threshold: 90 }')),
  bad('a behaviour without the score that counts', behaviour('proportion_gte: { proportion: 0.9 }')),
  bad('a score that every response reaches', behaviour('median_gte: { threshold: 1 }')),
  bad('a score that none reaches', behaviour('proportion_gte: { min_score: 11, proportion: 0.9 }')),
  bad('a mean that no sample proves', behaviour('mean_gte: { threshold: 10 }')),
  bad('a score below a bar', behaviour('median_lt: { threshold: 4 }')),
  bad(
    'a bar on a cost without a price',
    {
      ...then('- metric: per_conversation.cost', '  criteria: { median_lt: { threshold: 0.01 } }'),
    },
    ['eval', 'diff', '--model', 'claude-unlisted'],
  ),
  bad('a bar on the tokens of a program', {
    ...aCase('model: command:mine', 'sample_size: 20', 'then:', '  - metric: per_turn.output_tokens', `    ${bar}`),
    ...configFile('providers: { mine: { type: command, command: [sh, answer.sh] } }'),
  }),
];
