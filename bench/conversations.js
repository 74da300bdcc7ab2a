// How close a scenario comes to the time that its calls alone would take: 200 conversations of 4 turns with a model as the
// application, a simulated user and a judge, 300 ms a call, 20 at a time, over a real server on loopback and the real SDK.
import { createServer } from 'node:http';
import {
  assertions,
  BehavioralExpectation,
  MetricExpectation,
  metrics,
  ScenarioTest,
  SigmaEval,
} from '../dist/index.js';

const [conversations, turns, callMs, concurrency] = [200, 4, 300, 20];
let calls = 0;

const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  calls += 1;
  const body = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  setTimeout(() => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(messageFor(body)));
  }, callMs);
});

function messageFor({ model, tools }) {
  const name = tools?.[0]?.name;
  const inputs = {
    next_message: { message: 'And then?', next: 'continue' },
    verdict: { reason: 'It says what to do next.', score: 8 },
  };
  const content = name
    ? [{ type: 'tool_use', id: 'toolu_1', name, input: inputs[name] }]
    : [{ type: 'text', text: 'Open the settings.' }];
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model,
    content,
    stop_reason: name ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 100, output_tokens: 10 },
  };
}

await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const sigmaEval = new SigmaEval({
  judge_model: 'claude-judge',
  user_simulator_model: 'claude-user',
  concurrency,
  prompt: 'You help people.',
  env: { ANTHROPIC_API_KEY: 'none', ANTHROPIC_BASE_URL: `http://127.0.0.1:${server.address().port}` },
});
const levels = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [index + 1, `is of quality ${index + 1}`]));
const scenario = new ScenarioTest({
  title: 'four turns',
  given: 'A user with a question.',
  when: 'The user asks it.',
  app: { model: 'claude-app' },
  sample_size: conversations,
  max_turns: turns,
  stop_early: false,
  then: [
    new BehavioralExpectation({
      expected_behavior: 'The answer helps.',
      rubric: levels,
      criteria: assertions.scores.proportion_gte({ min_score: 6, proportion: 0.9 }),
    }),
    new MetricExpectation({
      metric: metrics.per_conversation.turn_count,
      criteria: assertions.metrics.median_gte({ threshold: turns }),
    }),
  ],
});

const startedAt = performance.now();
const result = await sigmaEval.evaluate(scenario);
const seconds = (performance.now() - startedAt) / 1000;
server.close();
server.closeAllConnections();

const expected = conversations * (turns + turns + 1);
if (!result.passed || calls !== expected) throw new Error(`${result.outcome}, ${calls} calls instead of ${expected}`);
const ideal = (calls * callMs) / 1000 / concurrency;
console.log(`\n${conversations} conversations of ${turns} turns, ${callMs} ms a call, ${concurrency} at a time\n`);
console.log(
  `${calls} calls: ${seconds.toFixed(2)} s, ideal ${ideal.toFixed(2)} s, ratio ${(seconds / ideal).toFixed(3)}   promised: at most 1.15`,
);
