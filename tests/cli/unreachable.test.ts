import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { startFakeChatApi } from '../support/fake-chat-api.js';
import { runEva } from '../support/run-eva.js';
import { goodPrompt, tempLibrary } from '../support/temp-library.js';

const evalFile = 'cases:\n  - name: a\n    inputs: { code: b }\n    assert: [ { contains: "<diff>" } ]\n';

function libraryOf(t: TestContext, config: string, env: Readonly<Record<string, string>> = {}) {
  const root = tempLibrary(t, { ...goodPrompt(), 'eva.yml': config, 'prompts/diff/eval.yml': evalFile });
  const given = { XDG_DATA_HOME: tempLibrary(t, {}), ...env };
  return async (...args: readonly string[]) => {
    const { exitCode, stdout, stderr } = await runEva(args, { cwd: root, env: given });
    return { exitCode, text: `${stdout}${stderr}`.replace(/\s+/g, ' ') };
  };
}

const mine = (url: string) =>
  `providers: { mine: { type: openai, base_url: "${url}", api_key_env: MINE_API_KEY } }\ndefaults: { model: "mine:x" }\n`;

test('a refused request without a key names the variable that is not set', async (t) => {
  const server = await startFakeChatApi({ answer: () => 'x', faults: [{ status: 401, message: 'no key' }] });
  t.after(() => server.close());
  const eva = libraryOf(t, mine(`${server.url}/v1`));
  const { exitCode, text } = await eva('eval', 'diff', '--trust');
  assert.equal(exitCode, 3, text);
  assert.match(text, /MINE_API_KEY is not set, so no key was sent: run `export MINE_API_KEY=/);
});

test('an address where nobody answers is named with what sets it', async (t) => {
  const inEntry = await libraryOf(t, mine('http://127.0.0.1:1/v1'))('eval', 'diff', '--trust');
  assert.match(inEntry.text, /ECONNREFUSED\); check base_url of mine in eva\.yml/);
  const env = { OPENAI_API_KEY: 'a-key', OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' };
  const inVariable = await libraryOf(t, 'defaults: { model: "openai:x" }\n', env)('eval', 'diff');
  assert.match(inVariable.text, /ECONNREFUSED\); check OPENAI_BASE_URL/);
});

test('doctor warns of an entry whose key is not set, unless its server is on this machine', async (t) => {
  const warns = async (url: string, env = {}) => (await libraryOf(t, mine(url), env)('doctor')).text;
  assert.match(await warns('https://llm.example.com/v1'), /MINE_API_KEY, .* is not set/);
  assert.doesNotMatch(await warns('http://localhost:8000/v1'), /MINE_API_KEY, .* is not set/);
  assert.doesNotMatch(await warns('https://llm.example.com/v1', { MINE_API_KEY: 'k' }), /MINE_API_KEY, .* is not set/);
});

test('all that two clouds and a resource lack is reported together', async (t) => {
  const config =
    'defaults: { model: "vertex:claude-sonnet-5-5", judge: { model: "bedrock:global.anthropic.claude-haiku-5-5" } }\n';
  const judged = `${evalFile}    rubric: Is it good?\n`;
  const root = tempLibrary(t, { ...goodPrompt(), 'eva.yml': config, 'prompts/diff/eval.yml': judged });
  const { stderr } = await runEva(['eval', 'diff'], { cwd: root, env: {} });
  assert.match(stderr, /vertex has no region and no project/);
  assert.match(stderr, /bedrock has no region/);
  const azure = await libraryOf(t, 'defaults: { model: "azure:gpt" }\n')('doctor');
  assert.match(azure.text, /AZURE_OPENAI_API_KEY is not set/);
  assert.match(azure.text, /AZURE_OPENAI_ENDPOINT is not set/);
});
