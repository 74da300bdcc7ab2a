import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { loadConfig } from '#load/config.js';
import { tempLibrary } from '../support/temp-library.js';
import { said } from './said.js';

function load(t: TestContext, text: string) {
  return loadConfig(tempLibrary(t, { 'eva.yml': text }));
}

test('a library without eva.yml has the built-in settings', (t) => {
  assert.deepEqual(loadConfig(tempLibrary(t, {})), {
    value: { config: { concurrency: 4, providers: {}, prices: {} }, defaults: null, asked_for: [] },
    problems: [],
  });
});

test('eva.yml says how models are reached and what they cost', (t) => {
  const { value, problems } = load(
    t,
    `concurrency: 8
providers:
  local: { type: openai, base_url: "http://localhost:11434/v1", api_key_env: LOCAL_KEY, tools: false, rpm: 30 }
  __proto__: { type: command, command: [./answer, "--fast"] }
prices:
  claude-opus-4-7: { input: 5, output: 25 }
`,
  );
  assert.deepEqual(said(problems), []);
  assert.equal(value?.config.concurrency, 8);
  assert.deepEqual(Object.entries(value?.config.providers ?? {}), [
    [
      'local',
      { type: 'openai', base_url: 'http://localhost:11434/v1', api_key_env: 'LOCAL_KEY', tools: false, rpm: 30 },
    ],
    ['__proto__', { type: 'command', command: ['./answer', '--fast'] }],
  ]);
  assert.deepEqual(value?.config.prices, { 'claude-opus-4-7': { input: 5, output: 25 } });
});

test('a budget is not ignored but asked for, with its place', (t) => {
  const { value, problems } = load(t, 'concurrency: 2\nbudget: { max_calls: 10 }\n');
  assert.deepEqual(said(problems), []);
  assert.deepEqual(value?.asked_for, [
    {
      what: 'budget',
      at: { file: 'eva.yml', line: 2, column: 1, length: 6, source: 'budget: { max_calls: 10 }' },
    },
  ]);
});

test('what is wrong with eva.yml is told at its place, and nothing of it is used', (t) => {
  const { value, problems } = load(
    t,
    'concurency: 2\nproviders:\n  x: { type: ollama, rpm: 0 }\nprices: { m: { input: -1, output: 1 } }\n',
  );
  assert.equal(value, null);
  assert.deepEqual(said(problems), [
    'eva.yml:1:1 EVA_UNKNOWN_KEY unknown key "concurency" (did you mean "concurrency"?)',
    'eva.yml:3:14 EVA_BAD_VALUE "ollama" is not a value that "type" can have (one of: anthropic, openai, claude-cli, command)',
    'eva.yml:3:27 EVA_OUT_OF_RANGE "rpm" is 0 and must be more than 0',
    'eva.yml:4:23 EVA_OUT_OF_RANGE "input" is -1 and must be at least 0',
  ]);
});

test('an eva.yml that leaves the library is not read', (t) => {
  const root = tempLibrary(t, { 'eva.yml': { link: '/etc/hostname' } });
  assert.deepEqual(said(loadConfig(root).problems), [
    'eva.yml EVA_OUTSIDE eva.yml is a symbolic link that leaves the library',
  ]);
});
