import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import test from 'node:test';
import { loadCases } from '#library/cases/eval-file.js';
import { loadPrompt } from '#library/prompt/meta.js';
import { loadConfig } from '#library/settings/config.js';
import { modelUnderTest } from '#model/case.js';
import { evidenceDigests } from '#run/plan/evidence.js';
import { type Files, goodPrompt, tempLibrary } from '../../support/temp-library.js';
import { said } from '../said.js';

interface Written {
  readonly own?: object;
  readonly defaults?: object;
  readonly library?: object;
  readonly files?: Files;
}

/** Loads a case with these settings in the case, in the defaults of eval.yml and in those of eva.yml. */
function load(t: TestContext, { own = {}, defaults = {}, library = {}, files = {} }: Written) {
  const testCase = { name: 'a', inputs: { code: 'x' }, assert: [{ contains: 'x' }], rubric: 'good', ...own };
  const root = tempLibrary(t, {
    ...goodPrompt(),
    ...files,
    'eva.yml': JSON.stringify({
      defaults: { ...library, model: 'command:app' },
      providers: { app: { type: 'command', command: ['cat'], format: 'json' } },
    }),
    'prompts/diff/eval.yml': JSON.stringify({ defaults, cases: [testCase] }),
  });
  const prompt = loadPrompt(root, 'diff').value;
  const loaded = loadConfig(root).value;
  assert.ok(prompt && loaded);
  const { value, problems } = loadCases(root, prompt, loaded);
  const [first] = value?.cases ?? [];
  assert.ok(first);
  const { at: _at, model: _model, ...settings } = modelUnderTest(first.subject) ?? {};
  const evidence = evidenceDigests({ body: prompt.body, cases: [first], config: loaded.config, programs: [] });
  return { settings, problems: said(problems), evidence, testCase: first };
}

const search = { name: 'search', input_schema: { type: 'object' } };

const limits = { timeout_s: 60, max_tokens: 4096 };

test('each option comes from the nearest layer that sets it, and the others are absent', (t) => {
  const { settings, problems } = load(t, {
    own: { top_p: 0.5, stop: ['END'], tool_choice: { tool: 'search' } },
    defaults: { top_p: 0.9, top_k: 40, sampling_seed: 7, tools: [search] },
    library: { top_k: 5, reasoning: { effort: 'low' }, response_format: 'json', extra: { openai: { user: 'x' } } },
  });
  assert.deepEqual(problems, []);
  assert.deepEqual(settings, {
    ...limits,
    top_p: 0.5,
    top_k: 40,
    stop: ['END'],
    sampling_seed: 7,
    reasoning: { effort: 'low' },
    response_format: 'json',
    tools: [search],
    tool_choice: { tool: 'search' },
    extra: { openai: { user: 'x' } },
  });
  assert.deepEqual(load(t, {}).settings, limits);
});

test('tools and schemas come from files, and JSON is YAML', (t) => {
  const schema = { type: 'object', properties: { q: { type: 'string' } } };
  const { settings, problems } = load(t, {
    own: { tools: 'tools.yml', response_format: { json_schema: 'answer.json', name: 'answer', strict: true } },
    files: {
      'tools.yml': '- name: search\n  description: Searches.\n  input_schema: search.json\n',
      'prompts/diff/search.json': JSON.stringify(schema),
      'answer.json': JSON.stringify(schema),
    },
  });
  assert.deepEqual(problems, []);
  assert.deepEqual(settings, {
    ...limits,
    response_format: { json_schema: schema, name: 'answer', strict: true },
    tools: [{ name: 'search', description: 'Searches.', input_schema: schema }],
  });
});

test('problems of a file of tools are in that file', (t) => {
  const { problems } = load(t, {
    own: { tools: 'tools.yml' },
    files: { 'tools.yml': '- { name: a b, input_schema: {} }\n- { name: c, input_schema: { type: list } }\n' },
  });
  assert.deepEqual(
    problems.map((line) => line.split(' ').slice(0, 2).join(' ')),
    ['tools.yml:1:11 EVA_BAD_VALUE:form', 'tools.yml:2:28 EVA_BAD_SCHEMA:setting'],
  );
});

test('an option changes the digest of the models, and tools that of the judge too', (t) => {
  const plain = load(t, {}).evidence;
  const options = [
    { top_p: 0.5 },
    { top_k: 3 },
    { stop: ['x'] },
    { sampling_seed: 1 },
    { reasoning: { effort: 'low' } },
    { response_format: { json_schema: {} } },
    { tools: [search] },
    { tools: [search], tool_choice: 'auto' },
    { extra: { anthropic: { service_tier: 'auto' } } },
  ];
  const digests = options.map((own) => load(t, { own }).evidence);
  for (const [index, { models: _models, judge, ...others }] of digests.entries()) {
    const { models: _own, judge: plainJudge, ...plainOthers } = plain;
    assert.deepEqual(others, plainOthers);
    const showsCalls = 'tools' in (options[index] ?? {}); // a judge then sees the calls of the reply
    assert.equal(judge !== plainJudge, showsCalls);
  }
  assert.equal(new Set([plain, ...digests].map(({ models }) => models)).size, options.length + 1);
});

test('a judge does not get the options', (t) => {
  const { testCase } = load(t, { defaults: { top_p: 0.5, tools: [search] } });
  const [grader] = testCase.expectations.map((expectation) => expectation.grader);
  assert.ok(grader?.grader === 'trial_passes' && grader.params.rubric && 'judge' in grader.params.rubric);
  assert.equal('top_p' in grader.params.rubric.judge, false);
  assert.equal('tools' in grader.params.rubric.judge, false);
});
