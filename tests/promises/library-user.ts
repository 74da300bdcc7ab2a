import { testedPackage } from '../support/tested-package.js';

const { assertions, BehavioralExpectation, MetricExpectation, metrics, ScenarioTest, SigmaEval } = (await import(
  new URL('dist/index.js', testedPackage).href
)) as typeof import('eva-harness');

// A program that evaluates one scenario, to be killed and started again: `node library-user.js FOLDER`. Without a folder it keeps no runs.
const [folder] = process.argv.slice(2);

const scenario = ScenarioTest({
  title: 'Resets a password',
  given: 'A user forgot the password.',
  when: 'The user asks for help.',
  sample_size: 30,
  then: [
    BehavioralExpectation({
      expected_behavior: 'The bot is polite.',
      criteria: assertions.scores.proportion_gte({ min_score: 6, proportion: 0.8 }),
    }),
    MetricExpectation({
      metric: metrics.per_conversation.turn_count,
      criteria: assertions.metrics.proportion_lte({ threshold: 3, proportion: 0.8 }),
    }),
  ],
});

const sigma = new SigmaEval({ judge_model: 'claude-haiku-4-5-20251001', ...(folder && { runs: folder }) });
const result = await sigma.evaluate(scenario, (messages) =>
  messages.length === 1 ? 'Which account is it?' : 'Open Settings, choose Security, press "Reset password".',
);
const verdicts = result.expectation_results.flatMap(({ assertion_results }) =>
  assertion_results.map(({ about, outcome, p_value, details }) => [
    about,
    outcome,
    p_value,
    details.estimate,
    details.n,
  ]),
);
process.stdout.write(JSON.stringify({ outcome: result.outcome, verdicts }));
