import assert from 'node:assert/strict';
import test from 'node:test';
import {
  assertions,
  BehavioralExpectation,
  CheckExpectation,
  ClassExpectation,
  EvaError,
  evaluatePrompt,
  MetricExpectation,
  metrics,
  ScenarioTest,
  SigmaEval,
  type SigmaEvalOptions,
  scriptedProvider,
} from 'eva-harness';
import { goodEval, goodPrompt, tempLibrary } from '../support/temp-library.js';

/** Returns the first hint with which options, or an evaluation of a scenario, are refused. */
async function hintOf(options: Partial<SigmaEvalOptions>, then: ScenarioTest['then']): Promise<string> {
  const scenario = ScenarioTest({ title: 'a', given: 'b', when: 'c', sample_size: 100, then });
  try {
    await new SigmaEval({ judge_model: 'judge', env: {}, ...options }).evaluate(scenario, () => 'text');
  } catch (error) {
    assert.ok(error instanceof EvaError, String(error));
    return error.problems[0]?.hint ?? '';
  }
  return '';
}

const { mean_lt, mean_gt, proportion_lt } = assertions.metrics;
const metric = metrics.per_turn.response_latency;
const provider = scriptedProvider(() => 'never');

test('the advice for a known server is the option that adds it, and leads to a model', async () => {
  const then = [
    BehavioralExpectation({
      expected_behavior: 'a',
      criteria: assertions.scores.proportion_gte({ min_score: 6, proportion: 0.9 }),
    }),
  ];
  const hint = await hintOf({ judge_model: 'gemini/gemini-2.5-flash' }, then);
  assert.match(hint, /^add the option providers: \{ gemini: .* and write gemini:gemini-2\.5-flash$/);
  const providers = { gemini: { type: 'openai', base_url: 'http://localhost:9/v1' } } as const;
  for (const judge_model of ['gemini/gemini-2.5-flash', 'gemini:gemini-2.5-flash'])
    assert.ok(new SigmaEval({ judge_model, providers, env: {} }));
});

test('the hint of an underpowered claim changes what a pass depends on', async () => {
  const hints = await Promise.all(
    [
      mean_lt({ threshold: 1 }),
      mean_lt({ threshold: 1, cap: 60 }),
      mean_gt({ threshold: 59 }),
      proportion_lt({ threshold: 1.5, proportion: 0.99 }),
    ].map((criteria) => hintOf({ provider }, [MetricExpectation({ metric, criteria })])),
  );
  const parts = hints.map((hint) => /, ((?:raise|lower|demand) .*), or run it with allow_underpowered/.exec(hint)?.[1]);
  assert.deepEqual(parts, [
    'raise its threshold, or set cap, such as cap: 10',
    'raise its threshold',
    'lower its threshold',
    'lower its proportion',
  ]);
  const capped = MetricExpectation({ metric, criteria: mean_lt({ threshold: 1, cap: 10 }) });
  await assert.rejects(
    new SigmaEval({ judge_model: 'judge', env: {}, provider }).evaluate(
      ScenarioTest({ title: 'a', given: 'b', when: 'c', sample_size: 100, then: [capped] }),
      () => 'text',
    ),
    (error) => !(error instanceof EvaError && error.problems.some(({ code }) => code === 'EVA_UNDERPOWERED')),
  );
});

test('the problems of a prompt name the eva.yml of its library', async (t) => {
  const file = goodEval.replace('claude-opus-4-7', 'gemini/gemini-2.5-flash');
  const root = tempLibrary(t, { ...goodPrompt(), 'prompts/diff/eval.yml': file });
  await assert.rejects(
    evaluatePrompt('diff', { root, env: {} }),
    (error) => error instanceof EvaError && error.problems.some(({ hint }) => hint?.startsWith('add to eva.yml: ')),
  );
});

test('an unknown key is answered with the keys that the builder takes', () => {
  const criteria = proportion_lt({ threshold: 1, proportion: 0.9 });
  const keys: readonly [build: () => unknown, taken: readonly string[], refused: readonly string[]][] = [
    [
      () => ScenarioTest({ zzz: 1 } as never),
      ['given', 'inputs', 'dataset'],
      ['inputs_from', 'files', 'allow_hidden', 'models'],
    ],
    [() => BehavioralExpectation({ zzz: 1 } as never), ['judge', 'rubric'], ['metric', 'assert', 'class']],
    [
      () => MetricExpectation({ zzz: 1, metric, criteria } as never),
      ['metric', 'criteria'],
      ['expected_behavior', 'assert'],
    ],
    [() => CheckExpectation({ zzz: 1 } as never), ['assert', 'about'], ['metric', 'rubric', 'class']],
    [() => ClassExpectation({ zzz: 1 } as never), ['class'], ['reference', 'assert']],
  ];
  for (const [build, taken, refused] of keys) {
    assert.throws(build, (error) => {
      assert.ok(error instanceof EvaError);
      const hint = error.problems.find(({ code }) => code === 'EVA_UNKNOWN_KEY')?.hint ?? '';
      const known = hint.replace(/^known here: /, '').split(', ');
      return taken.every((key) => known.includes(key)) && !refused.some((key) => known.includes(key));
    });
  }
});

test('warnings and places of problems about prompts name options', async (t) => {
  const root = tempLibrary(t, {
    ...goodPrompt(),
    'eva.yml': 'providers: { mine: { type: openai, base_url: "http://127.0.0.1:9/v1" } }\n',
    'prompts/diff/eval.yml': `${goodEval}    sample_size: 5
    criteria: { proportion_gte: { proportion: 0.9 } }
`,
  });
  const options = { root, env: {}, trust: true };
  await assert.rejects(evaluatePrompt('diff', { ...options, models: ['gpt-4o'] }), (error) => {
    assert.ok(error instanceof EvaError);
    return !/--/.test(error.message) && error.problems[0]?.at?.file === 'the option "models" gpt-4o';
  });
  const replayed = await evaluatePrompt('diff', { ...options, replay: true, allow_underpowered: true });
  assert.deepEqual(
    replayed.warnings.flatMap(({ code, hint }) =>
      code === 'EVA_UNDERPOWERED' ? hint?.endsWith('allow_underpowered: true') : [],
    ),
    [true],
  );
  assert.match(String(replayed), /npx eva report/);
});

test('the budget of a prompt is checked', async () => {
  const budgets = [
    { calls: 5 },
    { max_calls: -1 },
    { max_calls: '5' },
    { max_calls: Number.NaN },
    { max_cost_usd: true },
    [],
  ];
  for (const budget of budgets) {
    await assert.rejects(evaluatePrompt('diff', { root: '/', budget: budget as never }), (error) => {
      assert.ok(error instanceof EvaError);
      return ['EVA_UNKNOWN_KEY', 'EVA_WRONG_TYPE'].includes(error.problems[0]?.code ?? '');
    });
  }
});
