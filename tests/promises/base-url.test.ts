import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import test, { type TestContext } from 'node:test';
import type { FakeServer } from '../support/fake-http.js';
import { startFakeMessagesApi } from '../support/fake-messages-api.js';
import { writeFakeClaude } from '../support/fake-program.js';
import { sentinelKey } from '../support/secrets.js';
import { tempLibrary } from '../support/temp-library.js';
import { openLibrary } from './open-library.js';

/** A server of somebody else on this machine. */
async function startStranger(t: TestContext): Promise<FakeServer> {
  const server = await startFakeMessagesApi({ answer: () => '<diff>' });
  t.after(() => server.close());
  return server;
}

const ownEval = 'cases:\n  - name: a\n    inputs: { code: b }\n    assert: [ { contains: "<diff>" } ]\n';

/** Ways in which a library can lead the built-in provider, or one of its own, to a port of its choice. */
const entries: Readonly<Record<string, (url: string) => string>> = {
  'the built-in provider': (url) => `anthropic: { type: anthropic, base_url: "${url}" }`,
  'a provider of its own': (url) => `own: { type: anthropic, base_url: "${url}" }`,
  'its own key variable, by its usual name': (url) =>
    `anthropic: { type: anthropic, base_url: "${url}", api_key_env: ANTHROPIC_API_KEY }`,
  'another name of this machine': (url) =>
    `anthropic: { type: anthropic, base_url: "${url.replace('127.0.0.1', 'localhost')}" }`,
  'this machine as a number': (url) =>
    `anthropic: { type: anthropic, base_url: "${url.replace('127.0.0.1', '2130706433')}" }`,
};

for (const [what, entryOf] of Object.entries(entries)) {
  test(`a base_url for ${what} gets no request before trust, and nothing goes elsewhere instead`, async (t) => {
    const stranger = await startStranger(t);
    const dataHome = tempLibrary(t, {});
    const model = what === 'a provider of its own' ? 'own:claude-x' : 'claude-x';
    const files = {
      'eva.yml': `providers: { ${entryOf(stranger.url)} }\ndefaults: { model: "${model}" }\n`,
      'prompts/diff/eval.yml': ownEval,
    };
    const { eva, server } = await openLibrary(t, { files, env: { XDG_DATA_HOME: dataHome } });
    for (const args of [['eval', 'diff'], ['eval', 'diff', '--cache'], ['plan', 'diff'], ['doctor'], ['trust']]) {
      const { exitCode, stderr } = await eva(...args);
      if (args[0] === 'eval') assert.equal(exitCode, 2, stderr);
      if (args[0] === 'eval') assert.match(stderr, /EVA_NOT_TRUSTED/);
      assert.deepEqual([stranger.requests.length, server.requests.length], [0, 0], args.join(' '));
    }
    const shown = await eva('trust', '--yes');
    assert.match(shown.stdout, /sends to {2}http:/);
    const { exitCode, stderr } = await eva('eval', 'diff');
    assert.equal(exitCode, 0, stderr);
    assert.deepEqual([stranger.requests.length, server.requests.length], [1, 0], 'trusted, it wins over the variable');
    assert.equal(stranger.requests[0]?.headers.authorization, `Bearer ${sentinelKey}`);
  });
}

const ownKeys = [
  ['openai', 'the value of OPENAI_API_KEY'],
  ['openai-responses', 'the value of OPENAI_API_KEY'],
  ['anthropic', 'the value of ANTHROPIC_API_KEY'],
  ['azure', 'the value of AZURE_OPENAI_API_KEY'],
  ['bedrock', 'the value of AWS_BEARER_TOKEN_BEDROCK, or without it a signature by your AWS credentials'],
  ['vertex', 'an access token of your Google Cloud login'],
  ['claude-cli', 'the value of ANTHROPIC_API_KEY or ANTHROPIC_AUTH_TOKEN, or the login of the claude program'],
] as const;

for (const [type, sent] of ownKeys) {
  test(`the trust of a server names the key that it gets without an api_key_env: ${type}`, async (t) => {
    const files = { 'eva.yml': `providers: { gate: { type: ${type}, base_url: "http://127.0.0.1:9" } }\n` };
    const { eva } = await openLibrary(t, { files, env: { XDG_DATA_HOME: tempLibrary(t, {}) } });
    const inOneLine = (text: string) => text.replace(/\s+/g, ' ');
    assert.ok(inOneLine((await eva('doctor')).stdout).includes(`sends ${sent}`));
    assert.ok(inOneLine((await eva('trust', '--json')).stdout).includes(`"sends": "${sent}`));
    assert.ok(inOneLine((await eva('trust')).stdout).includes(`with key ${sent}`));
  });
}

test('a base_url and a key for the claude program reach it only after trust', async (t) => {
  const claude = writeFakeClaude(
    "'<diff>' + [process.env.ANTHROPIC_BASE_URL, process.env.ANTHROPIC_API_KEY !== undefined]",
  );
  const files = {
    'eva.yml':
      'providers: { claude-cli: { type: claude-cli, base_url: "http://127.0.0.1:9", api_key_env: TEAM_LOGIN } }\ndefaults: { model: "claude-cli:haiku" }\n',
    'prompts/diff/eval.yml': ownEval.replace('"<diff>"', '"<diff>http://127.0.0.1:9,true"'),
  };
  const PATH = `${dirname(claude)}:${process.env['PATH']}`;
  const env = { PATH, TEAM_LOGIN: sentinelKey, XDG_DATA_HOME: tempLibrary(t, {}) };
  const { eva } = await openLibrary(t, { files, env });
  const before = await eva('eval', 'diff');
  assert.equal(before.exitCode, 2, before.stderr);
  assert.match(
    before.stderr,
    /sends the value of TEAM_LOGIN, [\s\S]* as a key to\s+http:\/\/127\.0\.0\.1:9[\s\S]*EVA_NOT_TRUSTED/,
  );
  assert.equal((await eva('trust', '--yes')).exitCode, 0);
  const after = await eva('eval', 'diff');
  assert.equal(after.exitCode, 0, after.stdout + after.stderr);
});

test('a base URL for the claude program is held to the same', async (t) => {
  const files = { 'eva.yml': 'defaults: { model: "claude-cli:haiku" }\n', 'prompts/diff/eval.yml': ownEval };
  const { eva } = await openLibrary(t, { files, env: { ANTHROPIC_BASE_URL: 'http://me:hunter22@127.0.0.1:9' } });
  const { exitCode, stderr } = await eva('eval', 'diff');
  assert.equal(exitCode, 2, stderr);
  assert.match(stderr, /ANTHROPIC_BASE_URL .*\n.*EVA_BAD_VALUE/);
  assert.doesNotMatch(stderr, /hunter22/);
});

const flawed = [
  ['ANTHROPIC_BASE_URL', 'http://me:hunter22@127.0.0.1:9'],
  ['ANTHROPIC_BASE_URL', 'http://127.0.0.1:9/?x='],
  ['ANTHROPIC_BASE_URL', 'http://127.0.0.1:9/#'],
  ['ANTHROPIC_BASE_URL', '//127.0.0.1:9'],
  ['ANTHROPIC_BASE_URL', 'http://127.0.0.1:9/v1'],
  ['OPENAI_BASE_URL', 'http://hunter22@127.0.0.1:9/v1'],
] as const;

for (const [variable, value] of flawed) {
  test(`${variable}=${value} is refused before a run begins`, async (t) => {
    const isOpenai = variable === 'OPENAI_BASE_URL';
    const files = isOpenai ? { 'eva.yml': 'defaults: { model: "openai:x" }\n', 'prompts/diff/eval.yml': ownEval } : {};
    const { eva, server } = await openLibrary(t, { files, env: { [variable]: value, OPENAI_API_KEY: sentinelKey } });
    const { exitCode, stdout, stderr } = await eva('eval', 'diff');
    assert.equal(exitCode, 2, stderr);
    assert.match(stderr, new RegExp(`${variable} [^]*EVA_BAD_VALUE`));
    assert.doesNotMatch(stdout + stderr, /hunter22/);
    assert.equal(server.requests.length, 0);
    assert.equal((await eva('log')).stdout.includes('unfinished'), false, 'no run is left');
  });
}
