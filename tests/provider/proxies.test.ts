import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { EvaError } from '#model/problem.js';
import { ProviderLanes } from '#provider/open-provider.js';
import { NoReply } from '#provider/provider.js';
import { ignoredProxy } from '#provider/provider-settings.js';
import { patientPolicy } from '#provider/wrappers/retries.js';
import { createHastyClock } from '../support/fake-clock.js';
import { runEva } from '../support/run-eva.js';
import { goodPrompt, tempLibrary } from '../support/temp-library.js';

const https = 'https://api.example.com/v1';
const proxy = 'http://proxy.example.com:3128';

const environments: readonly (readonly [address: string, env: Record<string, string>, variable: string | undefined])[] =
  [
    [https, {}, undefined],
    [https, { HTTPS_PROXY: proxy }, 'HTTPS_PROXY'],
    [https, { https_proxy: proxy }, 'https_proxy'],
    [https, { HTTP_PROXY: proxy }, undefined],
    ['http://api.example.com/v1', { HTTP_PROXY: proxy }, 'HTTP_PROXY'],
    ['http://api.example.com/v1', { http_proxy: proxy }, 'http_proxy'],
    [https, { ALL_PROXY: proxy }, 'ALL_PROXY'],
    [https, { all_proxy: proxy }, 'all_proxy'],
    [https, { HTTPS_PROXY: ' ' }, undefined],
    [https, { HTTPS_PROXY: proxy, NO_PROXY: 'other.com, .example.com' }, undefined],
    [https, { HTTPS_PROXY: proxy, no_proxy: 'api.example.com:443' }, undefined],
    [https, { HTTPS_PROXY: proxy, NO_PROXY: '*' }, undefined],
    [https, { HTTPS_PROXY: proxy, NO_PROXY: 'ample.com' }, 'HTTPS_PROXY'],
    ['http://localhost:11434/v1', { HTTP_PROXY: proxy }, undefined],
    ['http://127.0.0.1:8000/v1', { ALL_PROXY: proxy }, undefined],
  ];

for (const [address, env, variable] of environments) {
  test(`${address} ignores ${variable ?? 'no proxy'} of ${JSON.stringify(env)}`, () => {
    assert.equal(ignoredProxy(address, env)?.variable, variable);
  });
}

const hasProxies = Number(process.versions.node.split('.')[0]) >= 24;

test('with NODE_USE_ENV_PROXY a Node that knows it uses the proxy', () => {
  const used = ignoredProxy(https, { HTTPS_PROXY: proxy, NODE_USE_ENV_PROXY: '1' });
  assert.equal(used?.variable, hasProxies ? undefined : 'HTTPS_PROXY');
});

const request = {
  provider: 'openai',
  model: 'm',
  messages: [{ role: 'user' as const, content: 'hi' }],
  max_tokens: 9,
};

/** Asks a server once, with the waits of retries skipped. Returns the error, and the number of waits. */
async function failureAt(baseUrl: string, env: Record<string, string> = {}) {
  const { now, sleep, sleeps } = createHastyClock();
  const open = new ProviderLanes({
    env: { OPENAI_API_KEY: 'sk-test-key', OPENAI_BASE_URL: baseUrl, ...env },
    configs: {},
    cwd: tmpdir(),
    retry: { ...patientPolicy, sleep, random: () => 0 },
    concurrency: 1,
    now,
  }).of({});
  const sending = { signal: new AbortController().signal, timeout_s: 5 };
  const error: unknown = await open('openai')
    .send(request, sending)
    .catch((thrown) => thrown);
  return { error, waits: sleeps.length };
}

test('a connection that fails names the proxy that it did not use', async () => {
  const { error } = await failureAt('https://no-such-host.invalid/v1', { HTTPS_PROXY: proxy });
  assert.ok(error instanceof NoReply);
  assert.match(error.message, /check OPENAI_BASE_URL, and HTTPS_PROXY, which eva ignores: .*NODE_USE_ENV_PROXY=1/);
  const { error: plain } = await failureAt('https://no-such-host.invalid/v1');
  assert.doesNotMatch((plain as Error).message, /PROXY/);
});

test('doctor warns of a proxy that requests do not use', async (t) => {
  const root = tempLibrary(t, { ...goodPrompt(), 'eva.yml': 'defaults: { model: "openai:m" }\n' });
  const env = { OPENAI_API_KEY: 'a-key', OPENAI_BASE_URL: https };
  const warned = await runEva(['doctor'], { cwd: root, env: { ...env, https_proxy: proxy } });
  assert.match(warned.stdout + warned.stderr, /https_proxy is set[\s\S]*EVA_PROXY_IGNORED/);
  assert.equal(warned.exitCode, 0, warned.stdout + warned.stderr);
  const excepted = await runEva(['doctor'], {
    cwd: root,
    env: { ...env, https_proxy: proxy, NO_PROXY: 'example.com,anthropic.com' },
  });
  assert.doesNotMatch(excepted.stdout + excepted.stderr, /EVA_PROXY_IGNORED/);
});

test('a certificate of an unknown authority is not asked again, and NODE_EXTRA_CA_CERTS is named', async (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'eva-cert-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  const [key, cert] = [join(dir, 'key.pem'), join(dir, 'cert.pem')];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const subject = ['-days', '2', '-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1'];
  try {
    execFileSync('openssl', ['req', '-x509', ...curve, ...subject, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  } catch {
    return t.skip('openssl is needed to make a certificate');
  }
  let connections = 0;
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, () =>
    assert.fail('a request came'),
  );
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const { error, waits } = await failureAt(`https://127.0.0.1:${(server.address() as AddressInfo).port}/v1`);
  assert.ok(error instanceof EvaError);
  assert.equal(error.problems[0]?.code, 'EVA_UNKNOWN_AUTHORITY');
  assert.equal(error.exitCode, 3);
  assert.match(error.problems[0]?.hint ?? '', /NODE_EXTRA_CA_CERTS/);
  assert.deepEqual([waits, connections], [0, 1]);
});
