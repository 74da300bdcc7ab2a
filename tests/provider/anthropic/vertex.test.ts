import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import test, { type TestContext } from 'node:test';
import { EvaError } from '#model/problem.js';
import type { ModelRequest } from '#model/reply/exchange.js';
import { vertexAddress } from '#provider/anthropic/clouds.js';
import { createOptionsOf } from '#provider/open-provider.js';
import type { ProviderFailure } from '#provider/provider.js';
import { vertex } from '#provider/types/vertex.js';
import { cloudEnvironment } from '../../support/cloud-environment.js';
import type { Fault } from '../../support/fake-http.js';
import type { FakeMessagesOptions } from '../../support/fake-messages-api.js';
import { googleToken, startFakeGoogle, startFakeVertex, vertexPlace } from '../../support/fake-vertex.js';

const request: ModelRequest = {
  provider: 'vertex',
  model: 'claude-x@20251001',
  messages: [{ role: 'user', content: 'hé' }],
  max_tokens: 64,
};
const options = { signal: new AbortController().signal, timeout_s: 10 };

type Environment = Readonly<Record<string, string>>;

async function start(t: TestContext, fake: FakeMessagesOptions, env: Environment) {
  const server = await startFakeVertex(fake);
  t.after(() => server.close());
  const config = { type: 'vertex', base_url: `${server.url}/v1` } as const;
  const provider = await vertex.create(
    createOptionsOf('vertex', config, { env: cloudEnvironment(t, env), configs: {}, cwd: '/' }),
  );
  return { server, provider };
}

async function failureOf(sending: Promise<unknown>): Promise<ProviderFailure> {
  return sending.then(
    () => assert.fail('it was answered'),
    (error) => error,
  );
}

test('a request has model and version where Vertex looks for them, and no header of the environment', async (t) => {
  const { env } = await startFakeGoogle(t);
  const others = {
    ANTHROPIC_CUSTOM_HEADERS: 'authorization: Bearer other\nx-extra: 1',
    ANTHROPIC_API_KEY: 'sk-ant-other',
  };
  const { server, provider } = await start(t, {}, { ...env, ...others });
  await provider.send({ ...request, top_p: 0.5 } as ModelRequest, options);
  const { path, headers, body } = server.requests[0] ?? assert.fail();
  const { region, project } = vertexPlace;
  const models = `/v1/projects/${project}/locations/${region}/publishers/anthropic/models`;
  assert.equal(path, `${models}/claude-x@20251001:rawPredict`);
  const { model: _model, ...sent } = body;
  const messages = [{ role: 'user', content: 'hé' }];
  assert.deepEqual(sent, { max_tokens: 64, messages, anthropic_version: 'vertex-2023-10-16' });
  assert.equal(headers.authorization, `Bearer ${googleToken}`);
  for (const name of ['x-extra', 'x-api-key', 'anthropic-version', 'x-stainless-lang'])
    assert.equal(headers[name], undefined, name);
});

test('a token is fetched once for many requests', async (t) => {
  const { env, asked } = await startFakeGoogle(t);
  const { server, provider } = await start(t, {}, env);
  await Promise.all(Array.from({ length: 5 }, () => provider.send(request, options)));
  await provider.send(request, options);
  assert.deepEqual([server.requests.length, asked()], [6, 1]);
});

test('a token that Google refuses is no accepted login', async (t) => {
  const { env } = await startFakeGoogle(t, { token: 'ya29.another-token' });
  const { provider } = await start(t, {}, env);
  const { kind, login, message } = await failureOf(provider.send(request, options));
  assert.deepEqual([kind, message], ['refused_key', '401 Request had invalid authentication credentials.']);
  assert.match(login ?? '', /gcloud auth application-default login/);
});

test('without credentials nothing is sent, and a later login is found', async (t) => {
  const { env } = await startFakeGoogle(t);
  const credentials = env['GOOGLE_APPLICATION_CREDENTIALS'] ?? '';
  const { GOOGLE_APPLICATION_CREDENTIALS: _file, ...others } = env;
  const { server, provider } = await start(t, {}, others);
  const { kind, login } = await failureOf(provider.send(request, options));
  assert.deepEqual([kind, server.requests.length], ['refused_key', 0]);
  assert.match(login ?? '', /gcloud auth application-default login/);
  process.env['GOOGLE_APPLICATION_CREDENTIALS'] = credentials;
  t.after(() => delete process.env['GOOGLE_APPLICATION_CREDENTIALS']);
  assert.equal((await provider.send(request, options)).text, 'hello');
});

test('an endpoint for tokens that cannot be reached is a failed connection', async (t) => {
  const { env } = await startFakeGoogle(t);
  const file = env['GOOGLE_APPLICATION_CREDENTIALS'] ?? '';
  const subject = `${file}.subject`;
  writeFileSync(subject, 'subject-token');
  t.after(() => rmSync(subject));
  const credentials = {
    type: 'external_account',
    audience: '//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/p/providers/x',
    subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
    token_url: 'http://127.0.0.1:1/token',
    credential_source: { file: subject },
  };
  writeFileSync(file, JSON.stringify(credentials));
  const { provider } = await start(t, {}, env);
  const { kind, message } = await failureOf(provider.send(request, options));
  assert.equal(kind, 'connection', message);
});

test('an abort ends the wait for a token', async (t) => {
  const { env } = await startFakeGoogle(t, { answers: false });
  const { provider } = await start(t, {}, env);
  provider.load?.();
  const controller = new AbortController();
  const reason = new Error('interrupted');
  setTimeout(() => controller.abort(reason), 100);
  const startedAt = performance.now();
  await assert.rejects(provider.send(request, { ...options, signal: controller.signal }), reason);
  assert.ok(performance.now() - startedAt < 60_000);
});

test('the token is in no reply and no error', async (t) => {
  const { env } = await startFakeGoogle(t);
  const { provider } = await start(t, { answer: () => googleToken, faults: [null, { status: 500, echo: true }] }, env);
  assert.equal((await provider.send(request, options)).text, '[redacted]');
  assert.match((await failureOf(provider.send(request, options))).message, /Bearer \[redacted\]$/);
});

const faults: readonly (readonly [Fault, string])[] = [
  [{ status: 400 }, 'bad_request'],
  [{ status: 403 }, 'not_allowed'],
  [{ status: 404 }, 'unknown_model'],
  [{ status: 429 }, 'rate_limited'],
  [{ status: 529 }, 'overloaded'],
  [{ status: 500 }, 'server_error'],
  ['malformed', 'broken_body'],
];

for (const [fault, kind] of faults) {
  test(`${JSON.stringify(fault)} is ${kind}, after one request`, async (t) => {
    const { env } = await startFakeGoogle(t);
    const { server, provider } = await start(t, { faults: [fault] }, env);
    assert.equal((await failureOf(provider.send(request, options))).kind, kind);
    assert.equal(server.requests.length, 1);
  });
}

test('an answer that says when to try again is waited for', async (t) => {
  const { env } = await startFakeGoogle(t);
  const { provider } = await start(t, { faults: [{ status: 429, headers: { 'retry-after': '7' } }] }, env);
  assert.equal((await failureOf(provider.send(request, options))).retryAfterMs, 7000);
});

test('each kind of region has its address', () => {
  assert.equal(vertexAddress('europe-west1'), 'https://europe-west1-aiplatform.googleapis.com/v1');
  assert.equal(vertexAddress('global'), 'https://aiplatform.googleapis.com/v1');
  assert.equal(vertexAddress('eu'), 'https://aiplatform.eu.rep.googleapis.com/v1');
  assert.equal(vertexAddress('us'), 'https://aiplatform.us.rep.googleapis.com/v1');
});

test('region and project are both required, and named together', () => {
  const world = { env: {}, configs: {}, cwd: '/' };
  assert.throws(
    () => createOptionsOf('vertex', { type: 'vertex' }, world),
    (error) => {
      assert.ok(error instanceof EvaError, String(error));
      assert.deepEqual(
        error.problems.map(({ code, hint }) => [code, hint?.match(/\w+(?==)/g)]),
        [['EVA_MISSING_KEY', ['CLOUD_ML_REGION', 'ANTHROPIC_VERTEX_PROJECT_ID']]],
      );
      return true;
    },
  );
});
