import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import test, { type TestContext } from 'node:test';
import type { ProviderConfig } from '#model/config.js';
import { EvaError } from '#model/problem.js';
import { createOptionsOf } from '#provider/open-provider.js';
import { ProviderFailure } from '#provider/provider.js';
import { azure } from '#provider/types/azure.js';
import { type FakeChatReply, startFakeAzure } from '../../support/fake-chat-api.js';
import type { Fault } from '../../support/fake-http.js';

const key = 'azure-sentinel-0123456789abcdef';
const options = { signal: new AbortController().signal, timeout_s: 10 };

interface Opened {
  /** The path after the server's address. */
  readonly path?: string;
  readonly entry?: Partial<ProviderConfig>;
  readonly env?: Readonly<Record<string, string>>;
  readonly faults?: readonly Fault[];
  readonly answer?: FakeChatReply;
}

/** Opens the provider as a run does, with the address in the environment or, if there is an entry, in it. */
async function open(t: TestContext, { path = '', entry, env = {}, faults = [], answer = { text: 'hello' } }: Opened) {
  const server = await startFakeAzure({ faults, answer: () => answer });
  t.after(() => server.close());
  const base_url = `${server.url}${path}`;
  const config: ProviderConfig = entry ? { type: 'azure', base_url, ...entry } : { type: 'azure' };
  const address: Record<string, string> = entry ? {} : { AZURE_OPENAI_ENDPOINT: base_url };
  const whole = { AZURE_OPENAI_API_KEY: key, ...address, ...env };
  const created = createOptionsOf('azure', config, { env: whole, configs: {}, cwd: tmpdir() });
  const provider = await azure.create(created);
  const send = (more: object = {}) =>
    provider.send(
      {
        provider: 'azure',
        model: 'my gpt/5',
        messages: [{ role: 'user', content: 'hi' }],
        max_tokens: 64,
        ...more,
      },
      options,
    );
  return { server, send };
}

const dated = '/openai/deployments/my%20gpt%2F5/chat/completions?api-version=2024-10-21';
const v1 = '/openai/v1/chat/completions';

/** The address in the entry or the environment, and the path that requests go to. */
const addresses: readonly (readonly [string, Opened, string])[] = [
  ['the resource', {}, v1],
  ['a slash at the end', { path: '/' }, v1],
  ['/openai', { path: '/openai/' }, v1],
  ['/openai/v1', { path: '/openai/v1/' }, v1],
  ['an entry', { entry: {} }, v1],
  ['an entry with a version', { entry: { api_version: '2024-10-21' } }, dated],
  ['an entry with a version and /openai', { path: '/openai', entry: { api_version: '2024-10-21' } }, dated],
  ['a version in the environment', { env: { OPENAI_API_VERSION: '2024-10-21' } }, dated],
  [
    "Azure's own variable before that of all tools",
    { env: { AZURE_OPENAI_API_VERSION: '2024-10-21', OPENAI_API_VERSION: '2023-05-15' } },
    dated,
  ],
  [
    'a version in the environment, and /openai/v1',
    { path: '/openai/v1', env: { OPENAI_API_VERSION: '2024-10-21' } },
    v1,
  ],
  ['a version in the environment, and an entry', { entry: {}, env: { OPENAI_API_VERSION: '2024-10-21' } }, v1],
  [
    'a version in the environment with an address, and an entry with another',
    { entry: {}, env: { AZURE_OPENAI_ENDPOINT: 'https://other.example', OPENAI_API_VERSION: '2024-10-21' } },
    v1,
  ],
  ['a version without a date', { env: { OPENAI_API_VERSION: 'preview' } }, v1],
];

for (const [what, opened, path] of addresses) {
  test(`requests with ${what} go to ${path}`, async (t) => {
    const { server, send } = await open(t, opened);
    assert.equal((await send()).text, 'hello');
    assert.equal(server.requests[0]?.path, path);
  });
}

test('A version in an entry without an address hides those of the environment', () => {
  const env = { AZURE_OPENAI_API_KEY: key, AZURE_OPENAI_ENDPOINT: 'https://x.example', OPENAI_API_VERSION: 'october' };
  const config = { type: 'azure', api_version: '2024-10-21' } as const;
  assert.equal(createOptionsOf('azure', config, { env, configs: {}, cwd: tmpdir() }).apiVersion, '2024-10-21');
});

test('The key is sent in its own header, the model is the deployment, and the limit is max_completion_tokens', async (t) => {
  const { server, send } = await open(t, {});
  await send();
  const [{ headers, body } = assert.fail('no request')] = server.requests;
  assert.deepEqual([headers['api-key'], headers.authorization], [key, undefined]);
  assert.deepEqual([body.model, body.max_completion_tokens, body.max_tokens], ['my gpt/5', 64, undefined]);
  const older = await open(t, { entry: { max_tokens_as: 'max_tokens' } });
  await older.send();
  assert.equal(older.server.requests[0]?.body.max_tokens, 64);
});

test('A deployment of half a character is sent, not thrown', async (t) => {
  const { server, send } = await open(t, { entry: { api_version: '2024-10-21' } });
  await send({ model: '\ud800' });
  assert.match(server.requests[0]?.path ?? '', /deployments\/%EF%BF%BD\//);
});

test('Embeddings have an address of their own', async (t) => {
  const { server, send } = await open(t, { entry: { api_version: '2024-10-21' } });
  await assert.rejects(send({ embed: true }));
  assert.match(server.requests[0]?.path ?? '', /deployments\/my%20gpt%2F5\/embeddings\?api-version/);
});

const inner = {
  code: 'ResponsibleAIPolicyViolation',
  content_filter_result: { jailbreak: { filtered: true, detected: true } },
};
const message = "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.";
const filtered: readonly unknown[] = [
  { error: { message, type: null, param: 'prompt', code: 'content_filter', status: 400, innererror: inner } },
  { error: { message, code: 'content_filter' } },
  { error: { message, code: '400', inner_error: inner } },
  { error: { message, code: null }, innererror: inner },
];

for (const json of filtered) {
  test(`The error ${JSON.stringify(json).slice(-60)} is a refusal without tokens`, async (t) => {
    const { send } = await open(t, { faults: [{ status: 400, json }] });
    const { latency_s, ...reply } = await send();
    const usage = { input_tokens: 0, output_tokens: 0 };
    assert.deepEqual(reply, { text: message, stop: 'refusal', usage, model: 'my gpt/5' });
    assert.ok(latency_s !== null && latency_s > 0);
  });
}

test('A filtered completion is a refusal, and a filter that failed is none', async (t) => {
  const cut = await open(t, { answer: { text: null, finish_reason: 'content_filter' } });
  assert.deepEqual([(await cut.send()).stop, (await cut.send()).text], ['refusal', '']);
  const { send } = await open(t, {
    answer: { text: 'Yes', finish_reason: 'stop' },
  });
  assert.equal((await send()).stop, 'end');
});

const failures: readonly (readonly [string, Fault & object, string, number?])[] = [
  ['a wrong key', { status: 401, json: { error: { code: '401', message: 'Access denied' } } }, 'refused_key'],
  [
    'network rules',
    { status: 403, json: { error: { code: '403', message: 'Public access is disabled' } } },
    'not_allowed',
  ],
  ['no deployment', { status: 404, json: { error: { code: 'DeploymentNotFound', message: 'none' } } }, 'unknown_model'],
  [
    'a wrong name of the limit',
    { status: 400, json: { error: { code: 'unsupported_parameter', param: 'max_tokens', message: 'no' } } },
    'bad_request',
  ],
  ['a wrong type for an error', { status: 400, json: { error: ['content_filter'] } }, 'bad_request'],
  [
    'too many requests',
    {
      status: 429,
      json: { error: { code: '429', message: 'Please retry after 7 seconds.' } },
      headers: { 'retry-after-ms': '7100', 'retry-after': '7' },
    },
    'rate_limited',
    7100,
  ],
  ['too many requests, in seconds', { status: 429, headers: { 'retry-after': '7' } }, 'rate_limited', 7000],
];

for (const [what, fault, kind, wait] of failures) {
  test(`${what} is the failure ${kind}`, async (t) => {
    const { send } = await open(t, { faults: [fault] });
    await assert.rejects(send(), (error) => {
      assert.ok(error instanceof ProviderFailure);
      assert.deepEqual([error.kind, error.retryAfterMs], [kind, wait]);
      return true;
    });
  });
}

const body = (text: string): Fault => ({ body: text });
const hostile: readonly (readonly [string, Fault])[] = [
  ['a list', body('[]')],
  ['choices of a wrong type', body('{"choices":{"0":{}}}')],
  ['a number', body('7')],
  ['nothing', body('')],
  ['brackets without end', body('['.repeat(1_000_000))],
];

for (const [what, fault] of hostile) {
  test(`an answer that is ${what} is broken`, async (t) => {
    const { send } = await open(t, { faults: [fault] });
    await assert.rejects(send(), { kind: 'broken_body' });
  });
}

test('A server that answers with the key does not make eva print it', async (t) => {
  const leaked = { error: { code: 'content_filter', message: `filtered for ${key}` } };
  const faults: Fault[] = [
    { status: 400, json: leaked },
    { status: 401, echo: true },
  ];
  const { send } = await open(t, { faults });
  assert.equal((await send()).text, 'filtered for [redacted]');
  await assert.rejects(send(), (error) => {
    assert.doesNotMatch(String(error), /sentinel/);
    return true;
  });
});

const wrong: readonly (readonly [string, ProviderConfig, Readonly<Record<string, string>>, readonly string[]])[] = [
  ['no address', { type: 'azure' }, {}, ['no_base_url']],
  ['an entry without an address', { type: 'azure', max_tokens_as: 'max_tokens' }, {}, ['no_base_url']],
  [
    'the address of a deployment',
    { type: 'azure' },
    { AZURE_OPENAI_ENDPOINT: 'https://x.example/openai/deployments/d/chat/completions?api-version=2024-10-21' },
    ['base_url_variable'],
  ],
  [
    'a version that is no date',
    { type: 'azure' },
    { AZURE_OPENAI_ENDPOINT: 'https://x.example', OPENAI_API_VERSION: '24.10' },
    ['api_version_variable'],
  ],
  [
    'two flaws',
    { type: 'azure' },
    { AZURE_OPENAI_ENDPOINT: 'https://x.example/v1', OPENAI_API_VERSION: '24.10' },
    ['base_url_variable', 'api_version_variable'],
  ],
];

for (const [what, config, env, variants] of wrong) {
  test(`${what} is refused before the first request`, () => {
    const whole = { AZURE_OPENAI_API_KEY: key, ...env };
    assert.throws(
      () => createOptionsOf('azure', config, { env: whole, configs: {}, cwd: tmpdir() }),
      (error) => {
        assert.ok(error instanceof EvaError);
        assert.deepEqual(
          error.problems.map(({ variant }) => variant),
          variants,
        );
        return true;
      },
    );
  });
}
