import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import test, { type TestContext } from 'node:test';
import type { ProviderConfig } from '#model/config.js';
import { EvaError } from '#model/problem.js';
import { ProviderLanes } from '#provider/open-provider.js';
import { callEnvironment } from '#provider/programs/claude-program.js';
import { hasKey, keyName } from '#provider/provider-settings.js';
import { patientPolicy } from '#provider/wrappers/retries.js';
import { startFakeChatApi } from '../support/fake-chat-api.js';
import { startFakeMessagesApi } from '../support/fake-messages-api.js';
import { writeFakeClaude, writeProgram } from '../support/fake-program.js';

const key = 'sk-sentinel-0123456789abcdef';
const options = { signal: new AbortController().signal, timeout_s: 10 };

function open(env: Record<string, string>, configs: Record<string, ProviderConfig> = {}) {
  const cwd = tmpdir();
  return new ProviderLanes({
    env,
    configs,
    cwd,
    retry: patientPolicy,
    concurrency: 2,
    now: () => performance.now(),
  }).of({});
}

const ask = (provider: string) => ({
  provider,
  model: 'm',
  messages: [{ role: 'user' as const, content: 'hi' }],
  max_tokens: 9,
});

function code(run: () => unknown): string | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    assert.ok(error instanceof EvaError, String(error));
    assert.equal(error.exitCode, 3);
    assert.doesNotMatch(JSON.stringify(error.problems), /sentinel/);
    return error.problems[0]?.code;
  }
}

const local = 'http://localhost:11434/v1';
const keys: readonly (readonly [ProviderConfig, Record<string, string>, boolean])[] = [
  [{ type: 'anthropic' }, {}, false],
  [{ type: 'anthropic' }, { ANTHROPIC_API_KEY: '' }, false],
  [{ type: 'anthropic' }, { ANTHROPIC_API_KEY: '  ' }, false],
  [{ type: 'anthropic' }, { ANTHROPIC_API_KEY: key }, true],
  [{ type: 'anthropic', api_key_env: 'MY_KEY' }, { ANTHROPIC_API_KEY: key }, false],
  [{ type: 'anthropic', api_key_env: 'MY_KEY' }, { MY_KEY: key }, true],
  [{ type: 'anthropic', api_key_env: 'constructor' }, {}, false],
  [{ type: 'openai' }, {}, false],
  [{ type: 'openai' }, { OPENAI_API_KEY: key }, true],
  [{ type: 'openai' }, { OPENAI_BASE_URL: local }, true],
  [{ type: 'openai', base_url: local }, {}, true],
  [{ type: 'openai', base_url: 'https://api.openai.com/v1/' }, {}, false],
  [{ type: 'azure' }, { AZURE_OPENAI_ENDPOINT: 'https://x.example' }, false],
  [{ type: 'azure' }, { AZURE_OPENAI_ENDPOINT: 'https://x.example', AZURE_OPENAI_API_KEY: key }, true],
  [{ type: 'azure', base_url: 'https://x.example' }, { AZURE_OPENAI_API_KEY: key }, true],
  [{ type: 'azure', base_url: 'https://x.example', api_key_env: 'MY_KEY' }, { AZURE_OPENAI_API_KEY: key }, false],
  [{ type: 'claude-cli' }, {}, true],
  [{ type: 'command', command: ['x'] }, {}, true],
];

for (const [config, env, expected] of keys) {
  test(`${JSON.stringify(config)} with ${Object.keys(env)} ${expected ? 'can' : 'cannot'} be called`, () => {
    assert.equal(hasKey(config, env), expected);
    const opened = code(() => open(env, { it: config })('it'));
    assert.equal(opened, expected ? undefined : 'EVA_NO_KEY');
  });
}

test('the variable with the key is that of the entry or of the type', () => {
  assert.equal(keyName({ type: 'anthropic' }), 'ANTHROPIC_API_KEY');
  assert.equal(keyName({ type: 'openai' }), 'OPENAI_API_KEY');
  assert.equal(keyName({ type: 'openai', api_key_env: 'MY_KEY' }), 'MY_KEY');
  assert.equal(keyName({ type: 'claude-cli' }), '');
});

test('a key with characters that no key has is refused without being shown', () => {
  assert.equal(
    code(() => open({ ANTHROPIC_API_KEY: `${key}\nx` })('anthropic')),
    'EVA_KEY_REFUSED',
  );
});

test('a provider is opened once, so that its limits hold for all calls', () => {
  const provider = open({ ANTHROPIC_API_KEY: key });
  assert.equal(provider('anthropic'), provider('anthropic'));
});

async function messagesUrl(t: TestContext): Promise<string> {
  const server = await startFakeMessagesApi({ answer: () => 'from messages' });
  t.after(() => server.close());
  return server.url;
}

test('the latency of a reply is without the work on another one that came with it', async (t) => {
  const completion = { choices: [{ message: { role: 'assistant', content: 'yes' }, finish_reason: 'stop' }] };
  const held: (() => void)[] = [];
  const server = createServer((_, response) => {
    held.push(() => response.end(JSON.stringify(completion)));
    if (held.length === 2) for (const answer of held) answer();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const provider = open({ OPENAI_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` })('openai');
  await provider.load?.();
  let isFirst = true;
  const latencyOfOne = async () => {
    const { latency_s } = await provider.send(ask('openai'), options);
    for (const end = performance.now() + 200; isFirst && performance.now() < end; );
    isFirst = false;
    return latency_s ?? 0;
  };
  const [one, other] = await Promise.all([latencyOfOne(), latencyOfOne()]);
  assert.ok(Math.abs(one - other) < 0.1, `${one} s and ${other} s`);
});

test('each type uses its protocol, and eva.yml overrides the base URL of the environment', async (t) => {
  const chat = await startFakeChatApi({ answer: () => 'from chat' });
  t.after(() => chat.close());
  const url = await messagesUrl(t);
  const env = {
    PATH: process.env['PATH'] ?? '',
    ANTHROPIC_API_KEY: key,
    ANTHROPIC_BASE_URL: 'http://127.0.0.1:1',
    OPENAI_BASE_URL: `${chat.url}/v1`,
  };
  const provider = open(env, {
    anthropic: { type: 'anthropic', base_url: url },
    'claude-cli': { type: 'claude-cli', command: [writeFakeClaude("'from claude'")] },
    mine: { type: 'command', command: [writeProgram('reply', "console.log('from command');")] },
  });
  const names = ['anthropic', 'openai', 'claude-cli', 'mine'];
  const replies = await Promise.all(names.map((name) => provider(name).send(ask(name), options)));
  assert.deepEqual(
    replies.map(({ text }) => text),
    ['from messages', 'from chat', 'from claude', 'from command'],
  );
});

test('a reply loses the keys of all providers, but not words that equal another secret', async () => {
  const env = {
    PATH: process.env['PATH'] ?? '',
    DEPLOY_TOKEN: 'production',
    OPENAI_API_KEY: key,
    GATE_LOGIN: 'gate-login-0123456789',
  };
  const script = `console.log('deploy to production with ${key} and gate-login-0123456789');`;
  const provider = open(env, {
    mine: { type: 'command', command: [writeProgram('reply', script)] },
    gate: { type: 'openai', base_url: local, api_key_env: 'GATE_LOGIN' },
  });
  const { text } = await provider('mine').send(ask('mine'), options);
  assert.equal(text, 'deploy to production with [redacted] and [redacted]');
});

test('programs get no keys, and claude gets a key only if eva.yml names one', async () => {
  const env = {
    PATH: process.env['PATH'] ?? '',
    ANTHROPIC_API_KEY: key,
    EVA_TOKEN: key,
    EVA_ROOT: '/lib',
    EVA_GATE: 'gate-login-0123456789',
    CLAUDE_CONFIG_DIR: '/c',
    https_proxy: 'http://proxy',
  };
  const names = 'JSON.stringify(Object.keys(process.env).sort())';
  const provider = open(env, {
    mine: { type: 'command', command: [writeProgram('reply', `console.log(${names});`)] },
    'claude-cli': { type: 'claude-cli', command: [writeFakeClaude(names)] },
    keyed: { type: 'claude-cli', command: [writeFakeClaude(names)], api_key_env: 'ANTHROPIC_API_KEY' },
    gate: { type: 'openai', base_url: local, api_key_env: 'EVA_GATE' },
  });
  const seen = async (name: string) => JSON.parse((await provider(name).send(ask(name), options)).text);
  const claude = ['CLAUDE_CONFIG_DIR', 'EVA_ROOT', 'PATH', 'https_proxy'];
  const switches = Object.keys(callEnvironment({}, { max_tokens: 1 }, 1));
  assert.deepEqual(await seen('mine'), ['EVA_ROOT', 'PATH']);
  assert.deepEqual(await seen('claude-cli'), [...claude, ...switches].sort());
  assert.deepEqual(await seen('keyed'), ['ANTHROPIC_API_KEY', ...claude, ...switches].sort());
});

const aws = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret', AWS_REGION: 'eu' };
const vertex = { ANTHROPIC_VERTEX_PROJECT_ID: 'p', CLOUD_ML_REGION: 'eu', GOOGLE_APPLICATION_CREDENTIALS: '/c.json' };
const gateway = {
  ANTHROPIC_BASE_URL: 'http://localhost:8080',
  ANTHROPIC_AUTH_TOKEN: 'token',
  ANTHROPIC_CUSTOM_HEADERS: 'x-team: red',
};

/** The environment besides all keys, the entry, and the variables that the program gets. */
const waysToClaude: readonly (readonly [
  string,
  Readonly<Record<string, string>>,
  Partial<ProviderConfig>,
  readonly string[],
])[] = [
  ['a login', { CLAUDE_CODE_OAUTH_TOKEN: 'token' }, {}, ['CLAUDE_CODE_OAUTH_TOKEN']],
  ['switches of the user', { CLAUDE_CODE_EXTRA_BODY: '{}', CLAUDE_CODE_SIMPLE: '1', ANTHROPIC_MODEL: 'other' }, {}, []],
  ['a gateway', gateway, {}, ['ANTHROPIC_API_KEY', ...Object.keys(gateway)]],
  ['Bedrock', { CLAUDE_CODE_USE_BEDROCK: '1' }, {}, ['CLAUDE_CODE_USE_BEDROCK', ...Object.keys(aws)]],
  ['Vertex', { CLAUDE_CODE_USE_VERTEX: '1' }, {}, ['CLAUDE_CODE_USE_VERTEX', ...Object.keys(vertex)]],
  ['a base URL of eva.yml', {}, { base_url: local }, ['ANTHROPIC_BASE_URL', 'ANTHROPIC_API_KEY']],
  [
    'a base URL and a key of eva.yml',
    { ...gateway, TEAM_KEY: 'team-key' },
    { base_url: local, api_key_env: 'TEAM_KEY' },
    ['ANTHROPIC_BASE_URL', 'ANTHROPIC_API_KEY', 'ANTHROPIC_CUSTOM_HEADERS'],
  ],
];

for (const [way, extra, entry, expected] of waysToClaude) {
  test(`the claude program gets the variables of ${way}, and no other keys`, async () => {
    const env = { PATH: process.env['PATH'] ?? '', ANTHROPIC_API_KEY: key, ...aws, ...vertex, ...extra };
    const command = [writeFakeClaude('JSON.stringify(Object.keys(process.env).sort())')];
    const provider = open(env, { 'claude-cli': { type: 'claude-cli', command, ...entry } });
    const { text } = await provider('claude-cli').send(ask('claude-cli'), options);
    const switches = Object.keys(callEnvironment({}, { max_tokens: 1 }, 1));
    assert.deepEqual(JSON.parse(text), ['PATH', ...expected, ...switches].sort());
  });
}

test("a base URL and a key of eva.yml override the environment's", async () => {
  const env = { PATH: process.env['PATH'] ?? '', ...gateway, ANTHROPIC_API_KEY: key, TEAM_KEY: 'team-key' };
  const command = [writeFakeClaude('[process.env.ANTHROPIC_BASE_URL, process.env.ANTHROPIC_API_KEY.length].join()')];
  const own = { base_url: 'http://127.0.0.1:9', api_key_env: 'TEAM_KEY' };
  const provider = open(env, { 'claude-cli': { type: 'claude-cli', command, ...own } });
  const { text } = await provider('claude-cli').send(ask('claude-cli'), options);
  assert.equal(text, `http://127.0.0.1:9,${'team-key'.length}`);
});

test('headers for a gateway are hidden in replies', async () => {
  const env = {
    PATH: process.env['PATH'] ?? '',
    ...gateway,
    ANTHROPIC_CUSTOM_HEADERS: 'x-team: red\nx-key: gate-0123456789',
  };
  const provider = open(env, {
    'claude-cli': { type: 'claude-cli', command: [writeFakeClaude("'red gate-0123456789'")] },
  });
  const { text } = await provider('claude-cli').send(ask('claude-cli'), options);
  assert.equal(text, 'red [redacted]');
});
