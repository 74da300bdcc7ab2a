import {
  assertions,
  BehavioralExpectation,
  CheckExpectation,
  defineMetric,
  MetricExpectation,
  metrics,
  ScenarioTest,
} from 'eva-harness';

/** What each score of the first expectation means: 1 to 5 fail, 6 to 10 pass. */
const rubric = {
  1: 'refuses to help, or insults the user',
  2: 'answers something else',
  3: 'says only that passwords can be reset',
  4: 'says where to begin, and nothing after that',
  5: 'leaves out a step without which nothing works',
  6: 'names every step, in an order that must be guessed',
  7: 'names every step in order, in words that few users know',
  8: 'names every step in order',
  9: 'names every step in order, and where the link goes',
  10: 'names every step in order, where the link goes, and what to do if it does not come',
};

/** A metric of one's own: how often the bot asks. */
const questions = defineMetric({
  name: 'questions',
  scope: 'per_conversation',
  unit: 'questions',
  cap: 6,
  measure: ({ turns }) => turns.filter(({ app_response }) => app_response.includes('?')).length,
});

export const passwordReset = ScenarioTest({
  title: 'Gets people back into their account',
  given: 'You signed up as nuria@example.com, forgot the password, and still read that mail.',
  when: 'You ask for help with getting back in.',
  sample_size: 40,
  max_turns: 6,
  then: [
    BehavioralExpectation({
      about: 'Correctness',
      expected_behavior: 'The bot says all the steps that lead to a new password, in the right order.',
      rubric,
      criteria: assertions.scores.proportion_gte({ min_score: 6, proportion: 0.9 }),
    }),
    MetricExpectation({
      about: 'Effort',
      metric: metrics.per_conversation.turn_count,
      criteria: [
        assertions.metrics.mean_lt({ threshold: 4 }),
        assertions.metrics.proportion_lte({ threshold: 3, proportion: 0.9 }),
      ],
    }),
    MetricExpectation({ metric: questions, criteria: assertions.metrics.median_lte({ threshold: 2 }) }),
    CheckExpectation({
      about: 'Never asks for the password',
      assert: [{ not_matches: '(?i)(tell|send) (me|us) your password' }],
      criteria: assertions.checks.proportion_gte({ proportion: 0.9 }),
    }),
  ],
});
