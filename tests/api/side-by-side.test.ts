import assert from 'node:assert/strict';
import test from 'node:test';
import {
  assertions,
  BehavioralExpectation,
  MetricExpectation,
  metrics,
  ScenarioTest,
  SigmaEval,
  scriptedProvider,
} from '#index.js';

const scenario = (title: string) =>
  ScenarioTest({
    title,
    given: 'A question.',
    when: 'It is asked.',
    sample_size: 3,
    max_turns: 2,
    writing_style: false,
    stop_early: false,
    then: [
      MetricExpectation({
        metric: metrics.per_conversation.turn_count,
        criteria: assertions.metrics.proportion_gte({ threshold: 2, proportion: 0.3 }),
      }),
    ],
  });

test('two scenarios with equal user messages have separate conversations with the application', async () => {
  const provider = scriptedProvider(() => ({ message: 'hello', next: 'continue' }));
  const sigmaEval = new SigmaEval({ judge_model: 'claude-haiku-4-5-20251001', provider });
  const told: number[] = [];
  // The state is not plain data, so that no conversation can use replies of another one.
  const app = async (_messages: unknown, state: Map<string, number> = new Map()) => {
    const turn = (state.get('turns') ?? 0) + 1;
    told.push(turn);
    return [`turn ${turn}`, state.set('turns', turn)] as const;
  };
  const results = await sigmaEval.evaluate([scenario('A'), scenario('B')], app);
  assert.deepEqual(
    results.flatMap(({ conversations }) => conversations.map(({ turns }) => turns.map((turn) => turn.app_response))),
    Array.from({ length: 6 }, () => ['turn 1', 'turn 2']),
  );
  assert.equal(told.length, 12);
});

test('keys are hidden in responses of an application, but ordinary words of variables are not', async () => {
  const provider = scriptedProvider(() => ({ message: 'hello', next: 'continue' }));
  const env = { DEPLOY_TOKEN: 'production', ANTHROPIC_API_KEY: 'sk-ant-0123456789' };
  const sigmaEval = new SigmaEval({ judge_model: 'claude-haiku-4-5-20251001', provider, env });
  const result = await sigmaEval.evaluate(scenario('A'), () => 'It runs in production with sk-ant-0123456789.');
  assert.equal(result.conversations[0]?.turns[0]?.app_response, 'It runs in production with [redacted].');
});

test('an aborted evaluation does not wait for rubrics that another one requests', async () => {
  let answerJudge = () => {};
  const slow = new Promise<void>((resolve) => {
    answerJudge = resolve;
  });
  const provider = {
    send: async ({ tool }: { readonly tool?: { readonly name: string } }) => {
      if (tool?.name === 'rubric') await slow;
      return 'no tool';
    },
  };
  const sigmaEval = SigmaEval({ judge_model: 'claude-haiku-4-5-20251001', provider });
  const judged = ScenarioTest({
    ...scenario('A'),
    then: [
      BehavioralExpectation({
        expected_behavior: 'It helps.',
        criteria: assertions.scores.median_gte({ threshold: 6 }),
      }),
    ],
  });
  const options = { allow_underpowered: true };
  const first = sigmaEval.evaluate(judged, () => 'x', options).catch(String);
  const reason = new Error('enough');
  const second = sigmaEval.evaluate(judged, () => 'x', { ...options, signal: AbortSignal.abort(reason) });
  await assert.rejects(second, reason);
  const controller = new AbortController();
  const third = sigmaEval.evaluate(judged, () => 'x', { ...options, signal: controller.signal });
  setImmediate(() => controller.abort(reason));
  await assert.rejects(third, reason);
  answerJudge();
  assert.match(String(await first), /EVA_NO_RUBRIC|complete rubric/);
});
