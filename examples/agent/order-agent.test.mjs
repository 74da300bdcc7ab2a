import assert from 'node:assert/strict';
import test from 'node:test';
import {
  assertions,
  CheckExpectation,
  MetricExpectation,
  metrics,
  ScenarioTest,
  SigmaEval,
  scriptedProvider,
} from 'eva-harness';
import { assertPasses } from 'eva-harness/matchers';
import { nextMessage } from './customer.mjs';
import { answer } from './prompts/order-agent/agent.mjs';

// The scenario of prompts/order-agent/eval.yml, with the agent as a function instead of a program.
const lostLamp = ScenarioTest({
  title: 'a customer without the number of the order',
  given: 'You ordered a lamp, order A-17. It has not come.',
  when: 'You want your money back.',
  sample_size: 50,
  max_turns: 4,
  then: [
    CheckExpectation({
      about: 'finds, refunds, confirms',
      assert: [
        { called_in_order: { tools: ['find_order', 'refund', 'send_mail'], exactly: true } },
        { called: { tool: 'refund', arguments: { order: 'A-17', amount: 49 }, exactly: true } },
        { contains: 'refunded 49.00' },
      ],
      criteria: assertions.checks.proportion_gte({ proportion: 0.8 }),
    }),
    MetricExpectation({
      about: 'cost',
      metric: metrics.per_conversation.cost,
      criteria: assertions.metrics.proportion_lte({ threshold: 0.02, proportion: 0.8 }),
    }),
    MetricExpectation({
      about: 'few calls',
      metric: metrics.per_conversation.tool_calls,
      criteria: assertions.metrics.median_lt({ threshold: 4 }),
    }),
  ],
});

// With a key, leave out `provider`: a model then plays the customer.
const sigma = new SigmaEval({ judge_model: 'stand-in', provider: scriptedProvider(nextMessage) });

const timeout = 10 * 60_000;

test('the agent refunds a lost lamp', { timeout }, async ({ signal }) => {
  const result = await sigma.evaluate(lostLamp, answer, { signal });
  console.log(String(result));
  assertPasses(result);
});

/** Says what the agent says, and has forgotten to send the mail. @type {import('eva-harness').AppFunction} */
const forgetful = (messages) => {
  const turn = answer(messages);
  return { ...turn, tool_calls: turn.tool_calls.filter(({ name }) => name !== 'send_mail') };
};

test('an agent that says it sent a mail, and sent none, is caught', { timeout }, async ({ signal }) => {
  const result = await sigma.evaluate(lostLamp, forgetful, { signal });
  console.log(String(result));
  assert.equal(result.outcome, 'failed');
  assert.throws(() => assertPasses(result), /finds, refunds, confirms/);
});
