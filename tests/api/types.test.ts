import assert from 'node:assert/strict';
import test from 'node:test';
import {
  type AppFunction,
  assertions,
  BehavioralExpectation,
  CheckExpectation,
  ClassExpectation,
  defineMetric,
  EvaError,
  MetricExpectation,
  metrics,
  ScenarioTest,
  type ScenarioTestResult,
  SigmaEval,
} from 'eva-harness';

// The compiler checks these lines: a line below `@ts-expect-error` that compiles is an error. The test below runs them, since the
// builders refuse at run time what the types cannot express.

const { scores, metrics: values, checks } = assertions;
const score = scores.proportion_gte({ min_score: 6, proportion: 0.95 });
const share = values.proportion_lt({ threshold: 1.5, proportion: 0.9 });

const mistakes: readonly (() => unknown)[] = [
  // @ts-expect-error a share of scores needs min_score, not threshold
  () => scores.proportion_gte({ threshold: 6, proportion: 0.95 }),
  // @ts-expect-error a share of values needs threshold, not min_score
  () => values.proportion_lt({ min_score: 6, proportion: 0.95 }),
  // @ts-expect-error a behaviour is not decided by a metric's criterion
  () => BehavioralExpectation({ expected_behavior: 'helps', criteria: share }),
  // @ts-expect-error a behaviour is not decided by a capped mean
  () => BehavioralExpectation({ expected_behavior: 'helps', criteria: values.mean_gte({ threshold: 5, cap: 9 }) }),
  // @ts-expect-error a metric is not decided by a criterion on scores
  () => MetricExpectation({ metric: metrics.per_conversation.turn_count, criteria: score }),
  // @ts-expect-error checks are not decided by a criterion on scores
  () => CheckExpectation({ assert: [{ contains: 'a' }], criteria: score }),
  // @ts-expect-error there is no such metric
  () => MetricExpectation({ metric: 'per_turn.latency', criteria: share }),
  // @ts-expect-error there is no such check
  () => CheckExpectation({ assert: [{ contain: 'a' }], criteria: checks.proportion_gte({ proportion: 0.9 }) }),
  // @ts-expect-error an expectation needs criteria
  () => BehavioralExpectation({ expected_behavior: 'helps' }),
  // @ts-expect-error a scenario needs `when`
  () => ScenarioTest({ title: 't', given: 'g', then: [] }),
  // @ts-expect-error sample_size is a number
  () => ScenarioTest({ title: 't', given: 'g', when: 'w', then: [], sample_size: '100' }),
  // @ts-expect-error items are objects
  () => ScenarioTest({ title: 't', given: 'g', when: 'w', then: [], dataset: { items: 'abc' } }),
  // @ts-expect-error a data set has a file or items
  () => ScenarioTest({ title: 't', given: 'g', when: 'w', then: [], dataset: { file: 'a.csv', items: [] } }),
  // @ts-expect-error recall is of a class
  () => ClassExpectation({ class: { expected: 'a' }, criteria: assertions.classes.recall_gte({ proportion: 0.9 }) }),
  // @ts-expect-error classes are not decided by a criterion on checks
  () => ClassExpectation({ class: { expected: 'a' }, criteria: checks.proportion_gte({ proportion: 0.9 }) }),
  // @ts-expect-error a judge is needed
  () => new SigmaEval({ concurrency: 2 }),
  // @ts-expect-error there is no such option
  () => new SigmaEval({ judge_model: 'judge', jugde_votes: 3 }),
  // @ts-expect-error `measure` of a conversation gives one value
  () => defineMetric({ name: 'n', scope: 'per_conversation', unit: 'x', measure: () => 'many' }),
];

test('harmful values that the compiler refuses are also refused at run time', () => {
  const harmless = mistakes.filter((mistake) => {
    try {
      mistake();
      return true;
    } catch (error) {
      assert.ok(error instanceof EvaError, String(error));
      return false;
    }
  });
  // Criteria are checked with their expectation, and the values of `measure` when it runs.
  assert.deepEqual(harmless, [mistakes[0], mistakes[1], mistakes.at(-1)]);
});

/** The three forms of responses, synchronous or asynchronous, with a custom type of state. */
export const applications: readonly AppFunction<number>[] = [
  () => 'yes',
  async (messages) => messages.at(-1)?.content ?? '',
  (_messages, state = 0) => [`for the ${state + 1}. time`, state + 1],
  async (_messages, state) => ({ response: 'yes', state: (state ?? 0) + 1, details: { tool: 'search' } }),
];

/** Checks the types of results: one scenario has one result, a list has a list. */
export async function results(sigma: SigmaEval, scenario: ScenarioTest, app: AppFunction<number>): Promise<boolean> {
  const one: ScenarioTestResult = await sigma.evaluate(scenario, app);
  const all: readonly ScenarioTestResult[] = await sigma.evaluate([scenario], app, {
    onEvent: (event) => event.event === 'run_finished',
  });
  const p: number | null | undefined = one.expectation_results[0]?.assertion_results[0]?.p_value;
  const latency: number | undefined = one.conversations[0]?.turns[0]?.latency;
  // @ts-expect-error results are read only
  one.passed = true;
  return one.passed && all.length === 1 && p !== undefined && latency !== undefined;
}
