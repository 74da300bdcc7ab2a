import assert from 'node:assert/strict';
import test from 'node:test';
import {
  assertions,
  BehavioralExpectation,
  EvaError,
  MetricExpectation,
  metrics,
  ScenarioTest,
  SigmaEval,
  type SigmaEvalOptions,
} from 'eva-harness';
import { readScenarios } from '#api/read-scenarios.js';
import { loadCases } from '#library/cases/eval-file.js';
import { loadPrompt } from '#library/prompt/meta.js';
import type { RunResult } from '#model/run/run.js';
import { startFakeMessagesApi } from '../support/fake-messages-api.js';
import { matchesGolden } from '../support/golden.js';
import { runEva } from '../support/run-eva.js';
import { sentinelKey } from '../support/secrets.js';
import { tempLibrary } from '../support/temp-library.js';
import { scripted } from './scripted-people.js';

const body = 'You help customers of Acme with their passwords.\n';

const evalYml = `defaults:
  significance_level: 0.05
  judge: { model: claude-haiku-4-5-20251001 }
  user_simulator: { model: claude-haiku-4-5-20251001 }
scenarios:
  - title: Bot provides fast, helpful, and polite support
    given: A user needs to reset their password.
    when: The user asks for help with the password reset process.
    sample_size: 100
    stop_early: false
    app: { model: claude-opus-4-7 }
    then:
      - expected_behavior: The bot provides accurate, step-by-step instructions for resetting a password.
        criteria: { proportion_gte: { min_score: 6, proportion: 0.95 } }
      - expected_behavior: The bot maintains a patient and helpful tone throughout the interaction.
        criteria: { median_gte: { threshold: 8.0 } }
      - metric: per_turn.response_latency
        criteria: { proportion_lt: { threshold: 1.5, proportion: 0.99 } }
      - metric: per_conversation.turn_count
        criteria: { mean_lt: { threshold: 2.0 } }
`;

const comprehensive = new ScenarioTest({
  title: 'Bot provides fast, helpful, and polite support',
  given: 'A user needs to reset their password.',
  when: 'The user asks for help with the password reset process.',
  sample_size: 100,
  stop_early: false,
  app: { model: 'claude-opus-4-7' },
  then: [
    new BehavioralExpectation({
      expected_behavior: 'The bot provides accurate, step-by-step instructions for resetting a password.',
      criteria: assertions.scores.proportion_gte({ min_score: 6, proportion: 0.95 }),
    }),
    new BehavioralExpectation({
      expected_behavior: 'The bot maintains a patient and helpful tone throughout the interaction.',
      criteria: assertions.scores.median_gte({ threshold: 8.0 }),
    }),
    new MetricExpectation({
      metric: metrics.per_turn.response_latency,
      criteria: assertions.metrics.proportion_lt({ threshold: 1.5, proportion: 0.99 }),
    }),
    new MetricExpectation({
      metric: metrics.per_conversation.turn_count,
      criteria: assertions.metrics.mean_lt({ threshold: 2.0 }),
    }),
  ],
});

const settings: SigmaEvalOptions = {
  judge_model: 'claude-haiku-4-5-20251001',
  user_simulator_model: 'claude-haiku-4-5-20251001',
  significance_level: 0.05,
  prompt: body,
};

/** Starts a server for the bot, the user and the judge. Returns the environment that selects it. */
async function people(t: { after: (tidy: () => unknown) => void }) {
  const server = await startFakeMessagesApi({
    answer: ({ system, messages, tools }) => {
      const text = messages.map(({ content }: { content: string }) => content).join('\n');
      const fields = Object.keys(tools?.[0]?.input_schema.properties ?? {});
      const said = scripted({ system: JSON.stringify(system ?? ''), text, tool: tools?.[0]?.name, fields });
      return typeof said === 'string' ? said : { tool_input: said };
    },
  });
  t.after(() => server.close());
  return { server, env: { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: server.url } };
}

function libraryOf(t: { after: (tidy: () => void) => void }): string {
  return tempLibrary(t, {
    'prompts/support/meta.yml': `id: support
title: Support
summary: Helps with passwords.
status: draft
version: 1.0.0
created: 2026-01-02
updated: 2026-01-03
`,
    'prompts/support/prompt.xml': body,
    'prompts/support/eval.yml': evalYml,
  });
}

function withoutPlaces(data: unknown): unknown {
  return JSON.parse(JSON.stringify(data, (key, value) => (key === 'at' ? undefined : value)));
}

test('a scenario in YAML and in TypeScript is the same case', async (t) => {
  const root = libraryOf(t);
  const prompt = loadPrompt(root, 'support').value;
  assert.ok(prompt);
  const config = {
    config: { concurrency: 4, providers: {}, prices: {}, budget: {}, cache: false, promotion: {} },
    file: null,
  };
  const yaml = loadCases(root, prompt, config);
  assert.deepEqual(yaml.problems, []);
  const typescript = await readScenarios([comprehensive], settings, {
    hasFunction: false,
    body: { body: '' },
    rubrics: [],
    cwd: root,
    signal: undefined,
  });
  assert.deepEqual(withoutPlaces(typescript.cases), withoutPlaces(yaml.value?.cases));
});

test('100 conversations cannot prove 99 %: file and program are both refused with the smallest n', async (t) => {
  const { server, env } = await people(t);
  const { exitCode, stderr } = await runEva(['eval', 'support'], { cwd: libraryOf(t), env });
  assert.equal(exitCode, 2);
  assert.match(stderr, /proportion_lt cannot pass with 100 trials: it needs at least 299/);
  const refused = new SigmaEval({ ...settings, env }).evaluate(comprehensive);
  await assert.rejects(refused, (error) => {
    assert.ok(error instanceof EvaError);
    assert.match(
      error.message,
      /then\[2\]\.criteria\.proportion_lt .*cannot pass with 100 trials: it needs at least 299/,
    );
    assert.match(error.message, /allow_underpowered/);
    return true;
  });
  assert.equal(server.requests.length, 0);
});

/** Returns the claims of a printed result, without the figures of one of them and the replies below. */
function claimsIn(text: string, timed: RegExp): string {
  return text
    .replace(/(response_latency, p-value:) \S+/, '$1 …')
    .replace(timed, '$1 …')
    .replace(/\n {5}\d+ times {2}[\s\S]*/, '');
}

test('file and program give equal verdicts, and the result is printed as in the golden file', async (t) => {
  const { env } = await people(t);
  const cli = await runEva(['eval', 'support', '--allow-underpowered', '--json'], { cwd: libraryOf(t), env });
  assert.equal(cli.exitCode, 1, cli.stderr);
  const { cases }: RunResult = JSON.parse(cli.stdout);
  const result = await new SigmaEval({ ...settings, env, allow_underpowered: true }).evaluate(comprehensive);
  const verdicts = result.expectation_results.flatMap(({ about, assertion_results }) =>
    assertion_results.map(({ outcome, p_value, details }) => ({ about, outcome, p_value, ...details })),
  );
  const timed = 'per_turn.response_latency';
  const untimed = (own: readonly { readonly about: string }[] = []) => own.filter(({ about }) => about !== timed);
  assert.deepEqual(untimed(verdicts), untimed(cases[0]?.verdicts));
  // Latencies depend on the machine, so their figures differ between the runs, but not their verdict.
  for (const [own] of [verdicts, cases[0]?.verdicts ?? []].map((all) => all.filter(({ about }) => about === timed))) {
    assert.deepEqual([own?.criterion, own?.outcome, own?.n], ['proportion_lt', 'inconclusive', 100]);
  }
  assert.deepEqual(
    result.conversations.map(({ details }) => details.style),
    cases[0]?.trials.map(({ conversation }) => conversation?.style),
  );
  matchesGolden('api/comprehensive', `${claimsIn(String(result), /(response_latency <[^:]*:)[\s\S]*?(?=\n {3}✓)/)}\n`);
});
