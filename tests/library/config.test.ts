import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import test from 'node:test';
import { loadConfig } from '#library/settings/config.js';
import { tempLibrary } from '../support/temp-library.js';
import { said } from './said.js';

function load(t: TestContext, text: string) {
  return loadConfig(tempLibrary(t, { 'eva.yml': text }));
}

test('a library without eva.yml has the default settings', (t) => {
  assert.deepEqual(loadConfig(tempLibrary(t, {})), {
    value: {
      config: { concurrency: 4, providers: {}, prices: {}, budget: {}, cache: false, promotion: {} },
      file: null,
    },
    problems: [],
  });
});

test('providers and prices are read from eva.yml', (t) => {
  const { value, problems } = load(
    t,
    `concurrency: 8
providers:
  local: { type: openai, base_url: "http://localhost:11434/v1", api_key_env: LOCAL_KEY, tools: false, rpm: 30 }
  constructor: { type: command, command: [./answer, "--fast", ""] }
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
    ['constructor', { type: 'command', command: ['./answer', '--fast', ''] }],
  ]);
  assert.deepEqual(value?.config.prices, { 'claude-opus-4-7': { input: 5, output: 25 } });
});

test('budget and cache are read from eva.yml', (t) => {
  const { value, problems } = load(t, 'concurrency: 2\ncache: true\nbudget: { max_calls: 10 }\n');
  assert.deepEqual(said(problems), []);
  assert.deepEqual([value?.config.budget, value?.config.cache], [{ max_calls: 10 }, true]);
});

test('promotion rules are read from eva.yml, and unknown rules are refused', (t) => {
  const { value, problems } = load(t, 'promotion: { min_uses: 3, tries: corrected }\n');
  assert.deepEqual(said(problems), []);
  assert.deepEqual(value?.config.promotion, { min_uses: 3, tries: 'corrected' });
  assert.deepEqual(said(load(t, 'promotion: { max_failed_run: 1, tries: once }\n').problems), [
    'eva.yml:1:14 EVA_UNKNOWN_KEY unknown key "max_failed_run" (did you mean "max_failed_runs"?)',
    'eva.yml:1:40 EVA_BAD_VALUE:choice "once" is not a value that "tries" can have (one of: named, corrected)',
  ]);
});

test('a mistake in eva.yml is reported at its place, and the file is not used', (t) => {
  const { value, problems } = load(
    t,
    'concurency: 2\nproviders:\n  x: { type: ollama, rpm: 0 }\nprices: { m: { input: -1, output: 1 } }\n',
  );
  assert.equal(value, null);
  assert.deepEqual(said(problems), [
    'eva.yml:1:1 EVA_UNKNOWN_KEY unknown key "concurency" (did you mean "concurrency"?)',
    'eva.yml:3:14 EVA_BAD_VALUE:choice "ollama" is not a value that "type" can have (one of: anthropic, openai, openai-responses, azure, bedrock, vertex, claude-cli, command)',
    'eva.yml:3:27 EVA_OUT_OF_RANGE:number "rpm" is 0 and must be more than 0 (write a number that is more than 0 and at most 1000000)',
    'eva.yml:4:23 EVA_OUT_OF_RANGE:number "input" is -1 and must be at least 0 (write a number that is 0 or more)',
  ]);
});

test('a key that the type of a provider does not allow is refused, and so is a missing command', (t) => {
  const { value, problems } = load(
    t,
    'providers:\n  a: { type: command, base_url: "http://x" }\n  b: { type: openai, command: [x] }\n',
  );
  assert.equal(value, null);
  assert.deepEqual(said(problems), [
    'eva.yml:2:6 EVA_MISSING_KEY:provider "command" is missing in "a" (add command: [program, argument, …])',
    'eva.yml:2:23 EVA_UNKNOWN_KEY:provider "base_url" has no effect for a provider of type command (known keys: type, rpm, tpm, concurrency, command, format)',
    'eva.yml:3:22 EVA_UNKNOWN_KEY:provider "command" has no effect for a provider of type openai (known keys: type, rpm, tpm, concurrency, base_url, api_key_env, tools, max_tokens_as)',
  ]);
});

test('a base URL of the Messages API that ends with /v1 is refused', (t) => {
  const providers = (type: string) => `providers: { a: { type: ${type}, base_url: "http://localhost:1/v1/" } }\n`;
  assert.deepEqual(said(load(t, providers('anthropic')).problems), [
    'eva.yml:1:46 EVA_BAD_VALUE:base_url "base_url" ends with /v1 (remove the /v1: eva appends the path of the API)',
  ]);
  assert.deepEqual(said(load(t, providers('openai')).problems), []);
});

test('a mistake in one provider does not hide those of others, and the name of a provider must be a valid prefix', (t) => {
  const text =
    'concurency: 2\nproviders:\n  my gpu: { type: openai }\n  __proto__: { type: openai }\n  b: { type: openai, rpm: 0 }\n  c: { type: command }\n  d: { type: command, command: [" "] }\n';
  assert.deepEqual(said(load(t, text).problems), [
    'eva.yml:1:1 EVA_UNKNOWN_KEY unknown key "concurency" (did you mean "concurrency"?)',
    'eva.yml:3:3 EVA_BAD_VALUE:provider_name "my gpu" cannot be the name of a provider (use letters, digits, _, . and -, and begin with a letter or digit)',
    'eva.yml:4:3 EVA_BAD_VALUE:provider_name "__proto__" cannot be the name of a provider (use letters, digits, _, . and -, and begin with a letter or digit)',
    'eva.yml:5:27 EVA_OUT_OF_RANGE:number "rpm" is 0 and must be more than 0 (write a number that is more than 0 and at most 1000000)',
    'eva.yml:6:6 EVA_MISSING_KEY:provider "command" is missing in "c" (add command: [program, argument, …])',
    'eva.yml:7:33 EVA_EMPTY item 1 of "command" is blank (give it a value, or remove it)',
  ]);
});

test('an API key that was written into eva.yml is shown in no problem', (t) => {
  const { problems } = load(
    t,
    'providers:\n  a: { type: openai, rpm: 0, api_key: sk-sentinel-1 }\n  b:\n    type: openai\n    api_key_env: sk-sentinel-2\n',
  );
  assert.deepEqual(
    problems.map(({ code }) => code),
    ['EVA_OUT_OF_RANGE', 'EVA_UNKNOWN_KEY', 'EVA_BAD_VALUE'],
  );
  assert.doesNotMatch(JSON.stringify(problems), /sentinel/);
});

test('an eva.yml that is a link out of the library is not read', (t) => {
  const root = tempLibrary(t, { 'eva.yml': { link: '/etc/hostname' } });
  assert.deepEqual(said(loadConfig(root).problems), [
    'eva.yml EVA_OUTSIDE:link this is a symbolic link that leaves the library (put the file into the library in place of the link)',
  ]);
});
