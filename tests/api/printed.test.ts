import assert from 'node:assert/strict';
import test from 'node:test';
import {
  assertions,
  BehavioralExpectation,
  CheckExpectation,
  MetricExpectation,
  metrics,
  ScenarioTest,
  SigmaEval,
  scriptedProvider,
} from 'eva-harness';

const levels = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [i + 1, `polite ${i + 1} times in 10`]));

/** Makes a fake model client. Each user asks once; `verdict` returns the judge's answer by the number of the call. */
const people = (verdict: (call: number) => string | { reason: string; score: number }) =>
  scriptedProvider(({ tool, messages }, call) => {
    if (tool?.name === 'verdict') return verdict(call);
    const isAnswered = messages.some(({ content }) => content.includes('Open Settings'));
    return isAnswered ? { message: '', next: 'goal_met' } : { message: 'How do I log in?', next: 'continue' };
  });

const polite = BehavioralExpectation({
  about: 'Tone',
  expected_behavior: 'The bot is polite.',
  rubric: levels,
  criteria: assertions.scores.proportion_gte({ min_score: 6, proportion: 0.8 }),
});
const scenario = ScenarioTest({
  title: 'Is polite',
  given: 'A user.',
  when: 'The user asks.',
  sample_size: 14,
  stop_early: false,
  then: [
    polite,
    MetricExpectation({
      metric: metrics.per_turn.response_words,
      criteria: assertions.metrics.proportion_lt({ threshold: 2, proportion: 0.8 }),
    }),
    CheckExpectation({
      assert: [{ contains: 'sorry' }],
      criteria: assertions.checks.proportion_gte({ proportion: 0.8 }),
    }),
  ],
});
const evaluate = (verdict: Parameters<typeof people>[0]) =>
  new SigmaEval({ judge_model: 'judge', provider: people(verdict), env: {}, concurrency: 1 }).evaluate(
    scenario,
    () => 'Open Settings.',
  );

test('a scenario that did not pass is printed as a run is: each claim, the misses, and a reply', async () => {
  const result = await evaluate(() => ({ reason: 'It is curt.', score: 3 }));
  const lines = String(result).split('\n');
  for (const line of [
    ' ✗ Is polite  0 of 3 claims passed                                          ScenarioTest "Is polite"',
    '   ✗ at least 80% of trials score 6 or more (Tone): 0 of 14 trials scored 6 or more · at most 19.3%',
    '     14 times  Tone: 3 of 10, needs 6',
    '     reply   Open Settings.',
    '     judge   Tone: 3 of 10, needs 6: It is curt.',
    '     value   per_turn.response_words: 2 words in turn 1',
  ]) {
    assert.ok(lines.includes(line), `${line}\n\n${result}`);
  }
  const [tone, turns] = result.expectation_results;
  assert.equal(tone?.expected_behavior, 'The bot is polite.');
  assert.equal(turns?.expected_behavior, null);
  assert.match(
    String(tone),
    /^\[❌ FAILED\] Tone: The bot is polite, p-value: 1\.0000\n {4}at least 80% of trials score 6 or more: 0 of 14/,
  );
});

test('each check that does not hold has its reason, however many arguments are in its name', async () => {
  const wanted = { order: 'A-1', amount: 49, reason: 'the parcel never came', account: 'that of the order' };
  const calls = ScenarioTest({
    title: 'Refunds',
    given: 'A user.',
    when: 'The user asks.',
    sample_size: 14,
    max_turns: 1,
    then: [
      CheckExpectation({
        assert: [
          { called: { tool: 'refund', arguments: wanted } },
          { called: { tool: 'send_mail', arguments: wanted } },
          { called: { tool: 'close_the_case', arguments: wanted } },
        ],
        criteria: assertions.checks.proportion_gte({ proportion: 0.8 }),
      }),
    ],
  });
  const provider = people(() => 'unused');
  const app = () => ({ response: 'Done.', tool_calls: [{ name: 'find_order', arguments: {} }] });
  const result = await new SigmaEval({ judge_model: 'judge', provider, env: {}, concurrency: 1 }).evaluate(calls, app);
  const text = String(result).replace(/\s+/g, ' ');
  assert.match(text, /refund was not called; the calls are find_order/);
  assert.match(text, /send_mail was not called; the calls are find_order/);
  assert.match(text, /close_the_case was not called; the calls are find_order/);
});

test('an ungraded conversation is printed with the reason', async () => {
  let judged = 0;
  const rude = { reason: 'It is curt.', score: 3 };
  const text = String(await evaluate(() => (judged++ === 0 ? rude : 'I would rather not.')));
  assert.match(text.replace(/\s+/g, ' '), /13 times Tone ungraded: two replies of the judge held no verdict/);
});

test('the message of assertPassed is exactly the printed result', async () => {
  const result = await evaluate(() => ({ reason: 'It is curt.', score: 3 }));
  assert.throws(
    () => result.assertPassed(),
    ({ message }: Error) => message === String(result),
  );
});
