import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { inspect } from 'node:util';
import {
  type AppFunction,
  assertions,
  BehavioralExpectation,
  CheckExpectation,
  defineCriterion,
  defineMetric,
  EvaAssertionError,
  EvaError,
  evaluatePrompt,
  MetricExpectation,
  type ModelRequest,
  metrics,
  type RunEvent,
  ScenarioTest,
  SigmaEval,
  type SigmaEvalOptions,
  scriptedProvider,
} from 'eva-harness';
import { scripted } from './scripted-people.js';

const bot: AppFunction = (messages) =>
  messages.length === 1 ? 'Which account is it?' : 'Open Settings, choose Security, press "Reset password".';

/** Makes a fake model client. Its users ask twice, and its judge gives 9. */
const people = () =>
  scriptedProvider((request) => {
    const said = scripted(asked(request));
    const isDone = request.tool?.name === 'next_message' && asked(request).text.includes('press "Reset password"');
    return isDone ? { message: '', next: 'goal_met' } : said;
  });

function asked({ system, messages, tool }: ModelRequest) {
  const text = messages.map(({ content }) => content).join('\n');
  const properties = tool?.input_schema['properties'];
  return { system, text, tool: tool?.name, fields: Object.keys(properties ?? {}) };
}

const quick = { title: 'Is quick', given: 'A user forgot the password.', when: 'The user asks for help.' };
const atMostTwo = MetricExpectation({
  metric: metrics.per_conversation.turn_count,
  criteria: assertions.metrics.proportion_lte({ threshold: 2, proportion: 0.8 }),
});
const polite = BehavioralExpectation({
  expected_behavior: 'The bot is polite.',
  criteria: assertions.scores.proportion_gte({ min_score: 6, proportion: 0.8 }),
});
const levels = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [i + 1, `polite ${i + 1} times in 10`]));
const scenario = ScenarioTest({ ...quick, sample_size: 14, then: [atMostTwo] });

const sigma = (options: Partial<SigmaEvalOptions> = {}) =>
  new SigmaEval({ judge_model: 'judge', provider: people(), env: {}, ...options });

const codesOf = (error: unknown) => {
  assert.ok(error instanceof EvaError, String(error));
  return error.problems.map(({ code }) => code);
};

test('a function is the application, and the result has all conversations', async () => {
  const result = await sigma().evaluate(scenario, bot);
  assert.equal(result.outcome, 'passed');
  assert.equal(result.passed, true);
  assert.equal(result.conversations.length, 14);
  const [first] = result.conversations;
  assert.equal(first?.turns.length, 2);
  assert.equal(first?.turns[1]?.app_response, 'Open Settings, choose Security, press "Reset password".');
  assert.equal(first?.turns[1]?.details['source'], 'application');
  assert.equal(first?.details.ended, 'goal_met');
  assert.deepEqual(
    first?.details.scores.map(({ about, value }) => [about, value]),
    [['per_conversation.turn_count', 2]],
  );
  assert.doesNotThrow(() => result.assertPassed());
});

test('replies of a client with synthetic: true are labelled synthetic', async () => {
  const result = await sigma().evaluate(scenario, bot);
  assert.equal(result.details.evidence.synthetic, true);
  assert.match(String(result), /SYNTHETIC replies/);
  assert.equal(result.cost_usd, 0);
});

test('all data of a result are in its JSON', async () => {
  const result = await sigma().evaluate(scenario, bot);
  const data = JSON.parse(JSON.stringify(result));
  assert.deepEqual(Object.keys(data), [
    'title',
    'run_id',
    'outcome',
    'passed',
    'expectation_results',
    'conversations',
    'dataset',
    'sample_size',
    'stopped_at',
    'seed',
    'usage',
    'cost_usd',
    'details',
  ]);
  assert.equal(data.expectation_results[0].assertion_results[0].details.criterion, 'proportion_lte');
  assert.equal(data.conversations[13].details.trial, 13);
});

test('assertPassed throws the printed result', async () => {
  const failing = ScenarioTest({
    ...quick,
    sample_size: 30,
    then: [
      CheckExpectation({
        about: 'says sorry',
        assert: [{ contains: 'sorry' }],
        criteria: assertions.checks.proportion_gte({ proportion: 0.8 }),
      }),
    ],
  });
  const result = await sigma().evaluate(failing, bot);
  assert.equal(result.passed, false);
  assert.throws(
    () => result.assertPassed(),
    (error) => {
      assert.ok(error instanceof EvaAssertionError);
      assert.ok(error.message.includes(String(result)));
      assert.ok(error.message.includes('contains: "sorry"'));
      return true;
    },
  );
});

test('a list of scenarios gives a list of results, in its order, each with its own usage', async () => {
  const other = ScenarioTest({ ...quick, title: 'Is polite', sample_size: 14, then: [polite] });
  const [first, second] = await sigma().evaluate([scenario, other], bot);
  assert.deepEqual([first?.title, second?.title], ['Is quick', 'Is polite']);
  assert.deepEqual([first?.passed, second?.passed], [true, true]);
  // 3 user messages in each of 14 conversations; the other scenario also has 14 judgements and a rubric.
  assert.deepEqual([first?.usage.replies, second?.usage.replies], [42, 57]);
});

test('events are emitted when they happen', async () => {
  const events: RunEvent[] = [];
  await sigma().evaluate(scenario, bot, { onEvent: (event) => events.push(event) });
  assert.deepEqual(
    events.map(({ event }) => event),
    ['run_started', ...Array(14).fill('trial_finished'), 'case_decided', 'run_finished'],
  );
});

test('many concurrent conversations cause no warning of Node', async (t) => {
  const warnings: Error[] = [];
  const onWarning = (warning: Error) => warnings.push(warning);
  process.on('warning', onWarning);
  t.after(() => process.off('warning', onWarning));
  const { signal } = new AbortController();
  await sigma({ concurrency: 14 }).evaluate(scenario, bot);
  await sigma({ concurrency: 14 }).evaluate(scenario, bot, { signal });
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(warnings, []);
});

test('concurrency is the number of concurrent conversations', async () => {
  let inHand = 0;
  let most = 0;
  const slow: AppFunction = async (messages) => {
    most = Math.max(most, ++inHand);
    await new Promise((resolve) => setImmediate(resolve));
    inHand -= 1;
    return String(await bot(messages, undefined));
  };
  await sigma({ concurrency: 3 }).evaluate(scenario, slow);
  assert.equal(most, 3);
});

test('an application that throws fails its conversations, which count against the claim', async () => {
  let calls = 0;
  const flaky: AppFunction = (messages) => {
    if (++calls === 3) throw new Error('out of memory');
    return bot(messages, undefined);
  };
  const both = ScenarioTest({ ...scenario, sample_size: 40 });
  const result = await sigma({ concurrency: 1 }).evaluate(both, flaky);
  assert.equal(result.passed, true);
  const failed = result.conversations.filter(({ details }) => details.outcome === 'failed');
  assert.equal(failed.length, 1);
  assert.match(failed[0]?.details.reason ?? '', /turn 1: .*out of memory/);
  const details = result.expectation_results[0]?.assertion_results[0]?.details;
  assert.deepEqual([details?.failed, details?.n], [1, 40]);
});

test('a client that throws leaves its conversations missing, and the scenario unfinished', async () => {
  const down = { name: 'gateway', send: () => Promise.reject(new Error('it is down')) };
  const result = await sigma({ provider: down }).evaluate(scenario, bot);
  assert.equal(result.outcome, 'unfinished');
  assert.equal(result.passed, false);
  assert.match(String(result), /gateway gave no reply: it is down/);
  assert.match(String(result), /^Overall Status: ⚠️ UNFINISHED$/m);
  const assertion = result.expectation_results[0]?.assertion_results[0];
  assert.deepEqual([assertion?.outcome, assertion?.p_value, assertion?.details.used], ['unfinished', null, null]);
  assert.equal(assertion?.about, 'at least 80% of trials have turn_count ≤ 2');
});

test('several unfinished scenarios have their own claims', async () => {
  const send = () => Promise.reject(new Error('it is down'));
  const polished = ScenarioTest({
    ...quick,
    title: 'Is polite',
    sample_size: 14,
    then: [{ ...polite, rubric: levels }],
  });
  const results = await sigma({ provider: { send } }).evaluate([scenario, polished], bot);
  assert.deepEqual(
    results.map(({ expectation_results }) => expectation_results.map((one) => one.assertion_results[0]?.about)),
    [['at least 80% of trials have turn_count ≤ 2'], ['at least 80% of trials score 6 or more']],
  );
});

for (const answer of [undefined, 7]) {
  test(`the answer ${JSON.stringify(answer)} of a client is not a reply`, async () => {
    const send = (): never => answer as never;
    const result = await sigma({ provider: { send } }).evaluate(scenario, bot);
    assert.match(String(result), /own gave no reply: it answered with neither a text nor a reply/);
  });
}

test('a client that cannot force tools is asked for text', async () => {
  const texts = scriptedProvider(
    (request) => {
      assert.equal(request.tool, undefined);
      const isDone = request.messages.some(({ content }) => content.includes('Which account'));
      return isDone ? 'Thanks\nNEXT=GOAL_MET' : 'Help me\nNEXT=CONTINUE';
    },
    { forces_tools: false },
  );
  const result = await sigma({ provider: texts }).evaluate(scenario, bot);
  assert.equal(result.passed, true);
});

test('an aborted signal rejects with its reason, before the first call and during the run', async () => {
  const reason = new Error('enough');
  const early = sigma().evaluate(scenario, bot, { signal: AbortSignal.abort(reason) });
  await assert.rejects(early, (error) => error === reason);
  const controller = new AbortController();
  let calls = 0;
  const counting: AppFunction = (messages) => {
    if (++calls === 4) controller.abort(reason);
    return bot(messages, undefined);
  };
  const late = sigma().evaluate(scenario, counting, { signal: controller.signal });
  await assert.rejects(late, (error) => error === reason);
  assert.ok(calls < 14, `${calls} calls`);
});

test('a missing key is reported before the first call', async () => {
  const needy = new SigmaEval({ judge_model: 'claude-haiku-4-5-20251001', env: {} });
  await assert.rejects(needy.evaluate(scenario, bot), (error) => {
    assert.deepEqual(codesOf(error), ['EVA_NO_KEY']);
    assert.match(
      String(error),
      /SigmaEval {2}judge_model "claude-haiku-4-5-20251001" needs a key for anthropic: set ANTHROPIC_API_KEY/,
    );
    return true;
  });
});

test('each model without a key is reported once, with its purpose', async () => {
  const needy = new SigmaEval({ judge_model: 'openai/gpt', user_simulator_model: 'claude-opus-4-7', env: {} });
  const judged = { ...scenario, then: [polite, { ...polite, about: 'again' }], app: { model: 'openai/other' } };
  await assert.rejects(needy.evaluate(judged), (error) => {
    assert.ok(error instanceof EvaError);
    assert.deepEqual(
      error.problems.map(({ at, message }) => `${at?.file}: ${message}`),
      [
        'SigmaEval: judge_model "openai/gpt" needs a key for openai: set OPENAI_API_KEY',
        'ScenarioTest "Is quick": app.model "openai/other" needs a key for openai: set OPENAI_API_KEY',
        'SigmaEval: user_simulator_model "claude-opus-4-7" needs a key for anthropic: set ANTHROPIC_API_KEY',
      ],
    );
    return true;
  });
});

test('the model that judges plays the users, unless another one is named', async () => {
  const askedAsUser = async (options: Partial<SigmaEvalOptions>) => {
    const provider = people();
    await sigma({ provider, ...options }).evaluate(scenario, bot);
    return [...new Set(provider.requests.map(({ model }) => model))];
  };
  assert.deepEqual(await askedAsUser({}), ['judge']);
  assert.deepEqual(await askedAsUser({ user_simulator_model: 'user' }), ['user']);
});

test('an unknown provider is reported at the scenario that names it, with a hint about the option providers', async () => {
  const listening = { ...scenario, user_simulator: { model: 'nowhere' } };
  await assert.rejects(new SigmaEval({ judge_model: 'claude-x', env: {} }).evaluate(listening, bot), (error) => {
    assert.ok(error instanceof EvaError);
    assert.deepEqual(
      error.problems.map(({ at, hint }) => [at?.file, at?.property, hint?.includes('the option "providers"')]),
      [['ScenarioTest "Is quick"', 'user_simulator.model', true]],
    );
    return true;
  });
});

// biome-ignore lint/suspicious/noExplicitAny: what no TypeScript would let through
const any = (value: unknown): any => value;
const strangeArguments: readonly [claim: string, evaluate: () => Promise<unknown>, problems: readonly string[]][] = [
  ['no scenario', () => sigma().evaluate([], bot), ['there is no scenario to evaluate']],
  ['null', () => sigma().evaluate(any(null), bot), ['scenario 1 is not an object']],
  ['a list with a hole', () => sigma().evaluate([scenario, any(undefined)], bot), ['scenario 2 is not an object']],
  [
    'unknown and invalid options',
    () => sigma().evaluate(scenario, bot, any({ onevent: bot, signal: new AbortController(), allow_underpowered: 1 })),
    ['unknown key "onevent"', '"signal" is not an AbortSignal', '"allow_underpowered" is not true or false'],
  ],
  [
    'options that are a function',
    () => sigma().evaluate(scenario, bot, any(bot)),
    ['the third argument of evaluate takes an object'],
  ],
  ['one title twice', () => sigma().evaluate([scenario, scenario], bot), ['the name "Is quick" is taken']],
];
for (const [claim, evaluate, problems] of strangeArguments) {
  test(`evaluate refuses ${claim}`, async () => {
    await assert.rejects(evaluate, (error) => {
      assert.ok(error instanceof EvaError, String(error));
      assert.deepEqual(
        error.problems.map(({ message }) => message),
        problems,
      );
      return true;
    });
  });
}

test('a duplicate title is reported with the number of the first scenario', async () => {
  await assert.rejects(sigma().evaluate([scenario, scenario], bot), /scenario 1 has it/);
});

test('an undefined option of evaluate counts as missing', async () => {
  const absent = { signal: undefined, onEvent: undefined, allow_underpowered: undefined };
  assert.equal((await sigma().evaluate({ ...scenario, max_turns: undefined }, bot, absent)).passed, true);
});

const wrong: readonly [claim: string, code: string, evaluate: () => Promise<unknown>][] = [
  ['nothing to talk to', 'EVA_NO_APP', () => sigma().evaluate(scenario)],
  ['a function beside an app', 'EVA_APP_TWICE', () => sigma().evaluate({ ...scenario, app: { model: 'bot' } }, bot)],
  ['options in place of the application', 'EVA_WRONG_TYPE', () => sigma().evaluate(scenario, {} as AppFunction)],
  [
    'an input without a value',
    'EVA_UNDECLARED_INPUT',
    () => sigma({ prompt: 'You are {{name}}.' }).evaluate({ ...scenario, app: { model: 'bot' } }),
  ],
  ['a sample that proves nothing', 'EVA_UNDERPOWERED', () => sigma().evaluate({ ...scenario, sample_size: 5 }, bot)],
  [
    'a model that leads nowhere',
    'EVA_BAD_MODEL',
    () => new SigmaEval({ judge_model: 'claude-x', env: {} }).evaluate({ ...scenario, app: { model: 'gpt' } }),
  ],
];
for (const [claim, code, evaluate] of wrong) {
  test(`${claim} rejects with ${code}`, async () => {
    await assert.rejects(evaluate, (error) => codesOf(error).includes(code));
  });
}

test('underpowered criteria run with a warning if an option of SigmaEval or of evaluate allows it', async () => {
  const small = { ...scenario, sample_size: 5, stop_early: false };
  const general = await sigma({ allow_underpowered: true }).evaluate(small, bot);
  const once = await sigma().evaluate(small, bot, { allow_underpowered: true });
  for (const { outcome, details } of [general, once]) {
    assert.equal(outcome, 'inconclusive');
    assert.deepEqual(
      details.warnings.map(({ code }) => code),
      ['EVA_UNDERPOWERED'],
    );
  }
});

test('the prompt is the system prompt of a model, with the inputs of the scenario', async () => {
  const seen: (string | undefined)[] = [];
  const provider = scriptedProvider((request) => {
    if (!request.tool) seen.push(request.system);
    return scripted(asked(request));
  });
  const asModel = { ...scenario, app: { model: 'bot' }, inputs: { product: 'Acme' } };
  const result = await sigma({ provider, prompt: 'You help with {{product}}.' }).evaluate(asModel);
  assert.equal(result.passed, true);
  assert.deepEqual([...new Set(seen)], ['You help with Acme.']);
  assert.equal(result.conversations[0]?.turns[0]?.details['source'], 'synthetic');
});

test('a rubric that several evaluations need is written once', async () => {
  const provider = people();
  const eva = sigma({ provider });
  const judged = ScenarioTest({ ...quick, sample_size: 14, then: [polite] });
  const [first, second] = await Promise.all([eva.evaluate(judged, bot), eva.evaluate(judged, bot)]);
  await eva.evaluate(judged, bot);
  const isRubric = ({ tool }: ModelRequest) => !['next_message', 'verdict', undefined].includes(tool?.name);
  assert.equal(provider.requests.filter(isRubric).length, 1);
  assert.deepEqual(first.details.rubrics, second.details.rubrics);
  assert.equal(Object.keys(first.details.rubrics[0]?.levels ?? {}).length, 10);
});

test('rubrics are written to the file, and those in the file are used', async (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'eva-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  const judged = ScenarioTest({ ...quick, sample_size: 14, then: [polite] });
  await sigma({ cwd: dir, rubrics: 'made/rubrics.yml' }).evaluate(judged, bot);
  const file = join(dir, 'made/rubrics.yml');
  const written = readFileSync(file, 'utf8');
  assert.match(written, /The bot is polite\./);
  assert.match(written, /written_by: judge/);
  writeFileSync(file, written.replace(/what (level_)?10 means/i, 'a hug in words'));
  const provider = people();
  const result = await sigma({ cwd: dir, rubrics: 'made/rubrics.yml', provider }).evaluate(judged, bot);
  assert.equal(result.details.rubrics[0]?.levels?.['10'], 'a hug in words');
  assert.ok(
    provider.requests.some(({ messages }) => messages.some(({ content }) => content.includes('a hug in words'))),
  );
  assert.notEqual(readFileSync(file, 'utf8'), written);
});

test('two evaluations with one file write a rubric once, and both use the rubric in the file', async (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'eva-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  const judged = ScenarioTest({ ...quick, sample_size: 14, then: [polite] });
  const [first, second] = await Promise.all(
    ['mild', 'strict'].map((manner) => {
      const provider = scriptedProvider((request) => {
        const said = scripted(asked(request));
        if (request.tool?.name !== 'rubric') return said;
        return Object.fromEntries(asked(request).fields.map((field) => [field, `${manner} ${field}`]));
      });
      return sigma({ cwd: dir, rubrics: 'rubrics.yml', provider }).evaluate({ ...judged, app: { model: 'bot' } });
    }),
  );
  assert.deepEqual(first?.details.rubrics, second?.details.rubrics);
  assert.equal(readFileSync(join(dir, 'rubrics.yml'), 'utf8').match(/behavior:/g)?.length, 1);
});

test('if one rubric is not written, the others are kept, in the file or in memory', async (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'eva-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  const brief = BehavioralExpectation({ ...polite, expected_behavior: 'The bot is brief.' });
  const judged = ScenarioTest({ ...quick, sample_size: 14, then: [polite, brief] });
  for (const file of [undefined, 'rubrics.yml']) {
    const questions: string[] = [];
    const provider = scriptedProvider((request) => {
      if (request.tool?.name !== 'rubric') return scripted(asked(request));
      questions.push(asked(request).text.includes('The bot is brief.') ? 'brief' : 'polite');
      return questions.at(-1) === 'brief' && questions.length < 3 ? 'No.' : scripted(asked(request));
    });
    const eva = sigma({ cwd: dir, provider, ...(file && { rubrics: file }) });
    await assert.rejects(eva.evaluate(judged, bot), (error) => codesOf(error).includes('EVA_NO_RUBRIC'));
    await eva.evaluate(judged, bot);
    assert.deepEqual(questions.toSorted(), ['brief', 'brief', 'polite']);
  }
});

test('an invalid rubrics file is reported with its line before the first call', async (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'eva-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  writeFileSync(join(dir, 'rubrics.yml'), 'rubrics:\n  - behavior: The bot is polite.\n    levels: { 1: rude }\n');
  const provider = people();
  const judged = ScenarioTest({ ...quick, sample_size: 14, then: [polite] });
  await assert.rejects(sigma({ cwd: dir, rubrics: 'rubrics.yml', provider }).evaluate(judged, bot), (error) => {
    assert.match(String(error), /rubrics\.yml:3/);
    return codesOf(error).includes('EVA_BAD_RUBRIC');
  });
  assert.equal(provider.requests.length, 0);
  assert.ok(existsSync(join(dir, 'rubrics.yml')));
});

test('a custom metric and criterion decide like the built-in ones, also in a copied scenario', async () => {
  const questions = defineMetric({
    name: 'questions_asked',
    scope: 'per_conversation',
    unit: 'questions',
    cap: 10,
    measure: ({ turns }) => turns.filter(({ app_response }) => app_response.endsWith('?')).length,
  });
  const within = defineCriterion({
    name: 'proportion_within',
    aggregation: 'proportion',
    value: ([value = 0], { from, to }) => (value >= Number(from) && value <= Number(to) ? 1 : 0),
    bar: ({ proportion }) => Number(proportion),
    claim: ({ from, to }) => `most trials lie between ${from} and ${to}`,
  });
  const own = ScenarioTest({
    ...quick,
    sample_size: 40,
    then: [
      MetricExpectation({
        metric: questions,
        criteria: [
          assertions.metrics.mean_lt({ threshold: 4 }),
          assertions.own(within, { from: 1, to: 1, proportion: 0.8 }),
        ],
      }),
    ],
  });
  const result = await sigma().evaluate({ ...own, seed: 3 }, bot);
  assert.equal(result.outcome, 'passed', String(result));
  assert.equal(result.seed, 3);
  assert.deepEqual(
    result.expectation_results[0]?.assertion_results.map(({ details }) => [details.criterion, details.estimate]),
    [
      ['mean_lt', 1],
      ['proportion_within', 1],
    ],
  );
  await assert.rejects(sigma().evaluate(JSON.parse(JSON.stringify(own)), bot), (error) =>
    codesOf(error).includes('EVA_BAD_VALUE'),
  );
});

test('two metrics with the same name in an evaluation are refused', async () => {
  const metric = (value: number) =>
    MetricExpectation({
      metric: defineMetric({ name: 'odd', scope: 'per_conversation', unit: 'x', cap: 9, measure: () => value }),
      criteria: assertions.metrics.median_lt({ threshold: 5 }),
    });
  const twice = { ...scenario, then: [metric(1), metric(2)] };
  await assert.rejects(sigma().evaluate(twice, bot), (error) => codesOf(error).includes('EVA_DUPLICATE_NAME'));
});

test('a program is the application, with one process per conversation, in the given directory', async (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'eva-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  writeFileSync(
    join(dir, 'bot.mjs'),
    `import { createInterface } from 'node:readline';
for await (const line of createInterface({ input: process.stdin })) {
  const { state } = JSON.parse(line);
  const { SHOP, SHOP_LOGIN, SECRET_KEY, ANTHROPIC_API_KEY } = process.env;
  const response = state === null ? 'Which account is it?' : 'Open Settings, choose Security, press "Reset password".';
  console.log(JSON.stringify({ response, state: 1, details: { saw: [SHOP, SHOP_LOGIN, SECRET_KEY, ANTHROPIC_API_KEY].map(String) } }));
}
`,
  );
  const env = {
    PATH: process.env['PATH'],
    SHOP: 'Acme',
    SHOP_LOGIN: 'jane.doe@example',
    SECRET_KEY: 'sk-0123456789',
    ANTHROPIC_API_KEY: 'sk-9876543210',
  };
  const asProgram = { ...scenario, app: { command: ['node', 'bot.mjs'], env: ['SHOP', 'SHOP_LOGIN'] } };
  const result = await sigma({ cwd: dir, env }).evaluate(asProgram);
  assert.equal(result.outcome, 'passed', String(result));
  const saw = result.conversations.flatMap(({ turns }) => turns.map(({ details }) => String(details['saw'])));
  assert.deepEqual([...new Set(saw)], ['Acme,[redacted],undefined,undefined']);
});

test('a program that cannot be started leaves the scenario unfinished', async () => {
  const result = await sigma().evaluate({ ...scenario, app: { command: ['no-such-program-anywhere'] } });
  assert.equal(result.outcome, 'unfinished');
  assert.match(String(result), /no-such-program-anywhere/);
});

test('concurrent evaluations of one SigmaEval do not share replies', async () => {
  const eva = sigma();
  const [first, second] = await Promise.all([eva.evaluate(scenario, bot), eva.evaluate(scenario, bot)]);
  assert.deepEqual([first.usage.replies, second.usage.replies], [42, 42]);
});

test('an error of a listener ends the evaluation', async () => {
  const broken = () => {
    throw new Error('no paper');
  };
  await assert.rejects(sigma().evaluate(scenario, bot, { onEvent: broken }), /no paper/);
});

test('a rubric that is not written rejects with EVA_NO_RUBRIC before any conversation, and is requested again next time', async () => {
  const muteAtFirst = scriptedProvider((request, call) =>
    call < 2 ? 'I would rather not.' : scripted(asked(request)),
  );
  const eva = sigma({ provider: muteAtFirst });
  const judged = ScenarioTest({ ...quick, sample_size: 14, then: [polite] });
  await assert.rejects(eva.evaluate(judged, bot), (error) => codesOf(error).includes('EVA_NO_RUBRIC'));
  assert.equal(muteAtFirst.requests.length, 2);
  assert.equal(
    (
      await eva.evaluate(
        judged,
        () => 'Open Settings, choose Security, press "Reset password" and follow the link in the mail.',
      )
    ).passed,
    true,
  );
});

test('a conversation whose model times out fails, unless the scenario has timeouts: ask_again', async () => {
  const outcomes = async (timeouts?: 'ask_again') => {
    const client = people();
    let judged = 0;
    const send = (request: ModelRequest) => {
      const isLate = request.tool?.name === 'next_message' && judged++ === 0;
      return isLate ? new Promise<never>(() => {}) : client.send(request, { signal, timeout_s: 1 });
    };
    const talk = { ...quick, sample_size: 30, stop_early: false, user_simulator: { timeout_s: 0.5 } };
    const one = ScenarioTest({ ...talk, ...(timeouts && { timeouts }), then: [atMostTwo] });
    const result = await sigma({ provider: { name: 'slow', synthetic: true, send } }).evaluate(one, bot);
    assert.equal(result.details.timeouts, timeouts ?? 'fail');
    return [result.outcome, result.conversations.filter(({ details }) => details.outcome === 'failed').length];
  };
  const { signal } = new AbortController();
  assert.deepEqual(await outcomes(), ['passed', 1]);
  assert.deepEqual(await outcomes('ask_again'), ['passed', 0]);
});

test('the message about an option with a very long name is short', () => {
  const options = { judge_model: 'judge', ['x'.repeat(5_000_000)]: 1 };
  assert.throws(
    () => new SigmaEval(options as SigmaEvalOptions),
    (error: unknown) => error instanceof EvaError && error.message.length < 2_000,
  );
});

test('scenarios take defaults from the options, and their own settings win', async () => {
  const styles = { proficiency: ['plain'], tone: ['calm'], verbosity: ['short'], formality: ['casual'] };
  const { sample_size: _size, ...bare } = scenario;
  const result = await sigma({ sample_size: 14, max_turns: 4, writing_style: styles }).evaluate(bare, bot);
  assert.equal(result.sample_size, 14);
  assert.equal(result.conversations[0]?.details.style?.tone, 'calm');
  const talkative = ScenarioTest({ ...scenario, then: [polite] });
  const short = await sigma({ max_turns: 1 }).evaluate(talkative, bot);
  assert.deepEqual([...new Set(short.conversations.map(({ turns }) => turns.length))], [1]);
  const own = await sigma({ max_turns: 1, writing_style: styles }).evaluate(
    ScenarioTest({ ...talkative, max_turns: 3, writing_style: false }),
    bot,
  );
  assert.deepEqual([own.conversations[0]?.turns.length, own.conversations[0]?.details.style], [2, null]);
});

test('a time limit ends the evaluation and its calls', async () => {
  let calls = 0;
  const slow: AppFunction = (_messages, _state) => {
    calls += 1;
    return new Promise(() => {});
  };
  await assert.rejects(sigma({ time_limit_s: 0.05 }).evaluate(scenario, slow), {
    name: 'TimeoutError',
    message: /time_limit_s: 0.05/,
  });
  const before = calls;
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.equal(calls, before);
  const aborted = { signal: AbortSignal.abort(new Error('by the caller')) };
  await assert.rejects(sigma({ time_limit_s: 60 }).evaluate(scenario, slow, aborted), { message: 'by the caller' });
  for (const time_limit_s of [0, -1, Number.NaN, 1e9, '5', true, [1], 5n])
    assert.throws(() => sigma({ time_limit_s: time_limit_s as number }), EvaError);
});

test('the result names the models', async () => {
  const { details } = await sigma({ user_simulator_model: 'people' }).evaluate(
    ScenarioTest({ ...scenario, then: [polite] }),
    bot,
  );
  assert.deepEqual(details.models, { user_simulator: 'people', application: null, judges: ['judge'] });
});

test('a budget that is too small for a verdict is a warning that names the option', async () => {
  const scenarioOfJudge = ScenarioTest({ ...scenario, then: [polite] });
  const { outcome, details } = await sigma({ budget: { max_calls: 5 } }).evaluate(scenarioOfJudge, bot);
  assert.equal(outcome, 'unfinished');
  const [warning, ...others] = details.warnings;
  assert.deepEqual([warning?.code, others.length], ['EVA_SHORT_BUDGET', 0]);
  const enough = Number(/budget: \{ max_calls: (\d+) \}$/.exec(warning?.hint ?? '')?.[1]);
  const whole = await sigma({ budget: { max_calls: enough } }).evaluate(scenarioOfJudge, bot);
  assert.deepEqual([whole.outcome, whole.details.warnings], ['passed', []]);
});

test('the stack of a problem begins at the line that called the library', async () => {
  const calls: readonly (() => unknown)[] = [
    () => ScenarioTest({ title: 'a' } as never),
    () => new SigmaEval({} as never),
    () => defineMetric({} as never),
    () => assertions.own({} as never),
    () => sigma({}).evaluate([], bot),
    () => evaluatePrompt('no-such-prompt', { root: '/' }),
  ];
  for (const call of calls) {
    const thrown: unknown = await Promise.resolve()
      .then(call)
      .catch((error) => error);
    assert.ok(thrown instanceof EvaError);
    const [first] = (thrown.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
    assert.match(first ?? '', /sigma-eval\.test/);
  }
});

test('many evaluations may share a signal, and a style of undefined is that of the options', async (t) => {
  const warnings: string[] = [];
  const note = ({ name }: Error) => void warnings.push(name);
  process.on('warning', note);
  t.after(() => process.off('warning', note));
  const { signal } = new AbortController();
  const styled = sigma({ writing_style: { tone: 'in a hurry' } });
  const results = await Promise.all(
    Array.from({ length: 12 }, () => styled.evaluate({ ...scenario, writing_style: undefined }, bot, { signal })),
  );
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(warnings, []);
  assert.ok(results.every(({ conversations: [first] }) => first?.details.style?.tone === 'in a hurry'));
  const [expectation] = results[0]?.expectation_results ?? [];
  assert.ok(expectation);
  for (const part of [expectation, expectation.assertion_results[0]]) assert.equal(inspect(part), String(part));
});
