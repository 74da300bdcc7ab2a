import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { type TestContext } from 'node:test';
import { EvaError } from '#model/problem.js';
import type { ModelRequest } from '#model/reply/exchange.js';
import { bedrockAddress } from '#provider/anthropic/clouds.js';
import { createOptionsOf } from '#provider/open-provider.js';
import type { ProviderFailure } from '#provider/provider.js';
import { bedrock } from '#provider/types/bedrock.js';
import { cloudEnvironment } from '../../support/cloud-environment.js';
import {
  awsEnvironment,
  awsKeys,
  awsRegion,
  type FakeBedrockOptions,
  startFakeBedrock,
} from '../../support/fake-bedrock.js';
import type { Fault } from '../../support/fake-http.js';
import { tempLibrary } from '../../support/temp-library.js';

const request: ModelRequest = {
  provider: 'bedrock',
  model: 'eu.anthropic.claude-x-v1:0',
  messages: [{ role: 'user', content: 'hé' }],
  max_tokens: 64,
};
const options = { signal: new AbortController().signal, timeout_s: 10 };
const arn = 'arn:aws:bedrock:eu-west-1:123456789012:application-inference-profile/abc';

type Environment = Readonly<Record<string, string>>;

async function start(t: TestContext, fake: FakeBedrockOptions, env: Environment = awsEnvironment) {
  const server = await startFakeBedrock(fake);
  t.after(() => server.close());
  const config = { type: 'bedrock', base_url: server.url } as const;
  const provider = await bedrock.create(
    createOptionsOf('bedrock', config, { env: cloudEnvironment(t, env), configs: {}, cwd: '/' }),
  );
  return { server, provider };
}

async function failureOf(sending: Promise<unknown>): Promise<ProviderFailure> {
  return sending.then(
    () => assert.fail('it was answered'),
    (error) => error,
  );
}

test('a request is signed, and has model and version where Bedrock looks for them', async (t) => {
  const env = { ...awsEnvironment, ANTHROPIC_CUSTOM_HEADERS: 'x-extra: 1', ANTHROPIC_API_KEY: 'sk-ant-other' };
  const { server, provider } = await start(t, {}, env);
  await provider.send({ ...request, temperature: 0 }, options);
  const { path, headers, body } = server.requests[0] ?? assert.fail();
  assert.equal(path, '/model/eu.anthropic.claude-x-v1:0/invoke');
  const { model: _model, ...sent } = body;
  const messages = [{ role: 'user', content: 'hé' }];
  assert.deepEqual(sent, { max_tokens: 64, temperature: 0, messages, anthropic_version: 'bedrock-2023-05-31' });
  for (const name of ['x-extra', 'x-api-key', 'anthropic-version', 'x-stainless-lang'])
    assert.equal(headers[name], undefined, name);
});

test('each region has its address', () => {
  assert.equal(bedrockAddress('eu-west-1'), 'https://bedrock-runtime.eu-west-1.amazonaws.com');
});

test('the name of a model may be an ARN', async (t) => {
  const { server, provider } = await start(t, {});
  await provider.send({ ...request, model: arn }, options);
  assert.equal(server.requests[0]?.body.model, arn);
});

test('a key of Bedrock is sent instead of a signature', async (t) => {
  const apiKey = 'bedrock-api-key-0123456789';
  const { provider } = await start(t, { apiKey }, { ...awsEnvironment, AWS_BEARER_TOKEN_BEDROCK: apiKey });
  assert.equal((await provider.send(request, options)).text, 'hello');
});

test('credentials that AWS refuses name the login, and a key its variable', async (t) => {
  const { provider } = await start(t, { keys: { ...awsKeys, secret: 'another' } });
  const { kind, login, message } = await failureOf(provider.send(request, options));
  assert.equal(kind, 'refused_key');
  assert.match(login ?? '', /aws sso login/);
  assert.equal(message, '403 The security token included in the request is invalid.');
  const keyed = await start(t, { apiKey: 'right' }, { ...awsEnvironment, AWS_BEARER_TOKEN_BEDROCK: 'wrong-key' });
  assert.equal((await failureOf(keyed.provider.send(request, options))).login, undefined);
});

test('without credentials nothing is sent', async (t) => {
  const { server, provider } = await start(t, {}, { AWS_REGION: awsRegion });
  const { kind, login } = await failureOf(provider.send(request, options));
  assert.deepEqual([kind, server.requests.length], ['refused_key', 0]);
  assert.match(login ?? '', /aws sso login/);
});

test('what was sent to AWS is in no reply and no error', async (t) => {
  const secrets = `${awsKeys.id} ${awsKeys.token} ${Buffer.from(awsKeys.token ?? '').toString('base64')}`;
  const { provider } = await start(t, { answer: () => secrets, faults: [null, { status: 500, message: secrets }] });
  assert.equal((await provider.send(request, options)).text, '[redacted] [redacted] [redacted]');
  assert.equal((await failureOf(provider.send(request, options))).message, '500 [redacted] [redacted] [redacted]');
});

/** Starts a server that hands credentials to containers. While `hangs` is true it answers nothing. */
async function startContainer(t: TestContext) {
  const state = { hangs: true, asked: 0 };
  const credentials = { AccessKeyId: awsKeys.id, SecretAccessKey: awsKeys.secret, Token: awsKeys.token };
  const server = createServer((_, response) => {
    state.asked++;
    const body = JSON.stringify({ ...credentials, Expiration: '2099-01-01T00:00:00Z' });
    if (!state.hangs) response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/credentials`;
  return { state, env: { AWS_REGION: awsRegion, AWS_CONTAINER_CREDENTIALS_FULL_URI: url } };
}

test('an abort ends the wait for credentials, and the next call looks for them again', async (t) => {
  const { state, env } = await startContainer(t);
  const { provider } = await start(t, {}, env);
  provider.load?.();
  const controller = new AbortController();
  const reason = new Error('interrupted');
  setTimeout(() => controller.abort(reason), 100);
  const startedAt = performance.now();
  const sendings = [1, 2].map(() => provider.send(request, { ...options, signal: controller.signal }));
  for (const sending of sendings) await assert.rejects(sending, reason);
  assert.ok(performance.now() - startedAt < 60_000);
  state.hangs = false;
  assert.equal((await provider.send(request, options)).text, 'hello');
});

test('credentials are looked up once for many requests', async (t) => {
  const { state, env } = await startContainer(t);
  state.hangs = false;
  const { server, provider } = await start(t, {}, env);
  await Promise.all(Array.from({ length: 5 }, () => provider.send(request, options)));
  await provider.send(request, options);
  assert.deepEqual([server.requests.length, state.asked], [6, 1]);
});

test('a profile with a program is a login too', async (t) => {
  const printed = { Version: 1, AccessKeyId: awsKeys.id, SecretAccessKey: awsKeys.secret, SessionToken: awsKeys.token };
  const root = tempLibrary(t, { 'keys.cjs': `console.log(${JSON.stringify(JSON.stringify(printed))});` });
  writeFileSync(`${root}/config`, `[profile team]\ncredential_process = ${process.execPath} ${root}/keys.cjs\n`);
  const profile = { AWS_PROFILE: 'team', AWS_CONFIG_FILE: `${root}/config`, AWS_REGION: awsRegion };
  const { provider } = await start(t, {}, profile);
  assert.equal((await provider.send(request, options)).text, 'hello');
});

const errorType = (name: string) => ({ 'x-amzn-errortype': `${name}:http://internal.example/coral/` });

const faults: readonly (readonly [Fault, string])[] = [
  [{ status: 403, headers: errorType('AccessDeniedException') }, 'not_allowed'],
  [{ status: 403, headers: errorType('ExpiredTokenException') }, 'refused_key'],
  [{ status: 400, headers: errorType('ServiceQuotaExceededException') }, 'not_allowed'],
  [{ status: 400, headers: errorType('ValidationException') }, 'bad_request'],
  [{ status: 400, headers: errorType('constructor') }, 'bad_request'],
  [{ status: 404, headers: errorType('ResourceNotFoundException') }, 'unknown_model'],
  [{ status: 408, headers: errorType('ModelTimeoutException') }, 'server_error'],
  [{ status: 424, headers: errorType('ModelErrorException') }, 'server_error'],
  [{ status: 429, headers: errorType('ThrottlingException') }, 'rate_limited'],
  [{ status: 503, headers: errorType('ServiceUnavailableException') }, 'server_error'],
  ['truncate', 'broken_body'],
  ['refuse', 'connection'],
  ['empty_object', 'broken_body'],
];

for (const [fault, kind] of faults) {
  test(`${JSON.stringify(fault)} is ${kind}, after one request`, async (t) => {
    const { server, provider } = await start(t, { faults: [fault] });
    assert.equal((await failureOf(provider.send(request, options))).kind, kind);
    assert.equal(server.requests.length, 1);
  });
}

for (const [env, codes] of [
  [{}, ['EVA_MISSING_KEY']],
  [{ AWS_REGION: 'evil.example/#' }, ['EVA_BAD_VALUE']],
  [{ AWS_DEFAULT_REGION: awsRegion }, []],
] as const) {
  test(`the region of ${JSON.stringify(env)}: ${codes.join(', ') || 'is taken'}`, () => {
    const world = { env, configs: {}, cwd: '/' };
    let found: readonly string[] = [];
    try {
      assert.equal(createOptionsOf('bedrock', { type: 'bedrock' }, world).places.region, awsRegion);
    } catch (error) {
      assert.ok(error instanceof EvaError, String(error));
      assert.equal(error.exitCode, 2);
      found = error.problems.map(({ code }) => code);
    }
    assert.deepEqual(found, codes);
  });
}
