import assert from 'node:assert/strict';
import test from 'node:test';
import { type BaseUrlFlawKind, baseUrlFlaw, baseUrlInFull } from '#model/data/base-url.js';
import { openLibrary } from '../../promises/open-library.js';

const usable = [
  'https://api.anthropic.com',
  'http://localhost:11434/v1',
  'HTTP://LOCALHOST/v1',
  'http://[::1]:8000/v1/',
  'http://127.0.0.1',
  'https://gateway.example/@team/v1',
  'https://gateway.example/a%3Fb%23c',
  'https://gateway.example./v1',
  'https://xn--bcher-kva.example',
];

for (const text of usable) {
  test(`${text} can be a base URL`, () => {
    assert.equal(baseUrlFlaw(text), null);
  });
}

/** Misleading addresses, with the kind of flaw. */
const unusable: readonly (readonly [string, BaseUrlFlawKind])[] = [
  ['https://user:pass@host/v1', 'credentials'],
  ['https://api.anthropic.com@evil.example', 'credentials'],
  ['https://api.anthropic.com%2f@evil.example', 'credentials'],
  ['https://@evil.example', 'credentials'],
  ['https://:@evil.example', 'credentials'],
  ['https:/user@evil.example', 'credentials'],
  ['https:user@evil.example', 'credentials'],
  ['https:///user@evil.example', 'credentials'],
  ['https:\\\\user@evil.example', 'credentials'],
  ['ht\ntps://user@evil.example', 'credentials'],
  ['user:pass@host', 'credentials'],
  ['//user:pass@host', 'credentials'],
  ['https://host/v1?', 'query'],
  ['https://host/v1?key=x', 'query'],
  ['https://host?@evil.example', 'query'],
  ['https://host/v1#', 'fragment'],
  ['https://host#@evil.example', 'fragment'],
  ['https://host\\@evil.example', 'characters'],
  ['https://ho st', 'not_http'],
  ['https://ho\tst/v1', 'characters'],
  ['//host/v1', 'not_http'],
  ['https:host', 'not_http'],
  ['https:///host', 'not_http'],
  ['localhost:8000', 'not_http'],
  ['ftp://host', 'not_http'],
  ['ftp://host/?key=x', 'not_http'],
  ['file:///etc/passwd', 'not_http'],
  ['javascript://host/%0aalert(1)', 'not_http'],
  [`https://host/${'x'.repeat(2000)}`, 'too_long'],
  [`https://user:pass@host/${'x'.repeat(2000)}`, 'too_long'],
  ['http://', 'not_http'],
  ['', 'not_http'],
];

for (const [text, kind] of unusable) {
  test(`${JSON.stringify(text).slice(0, 60)} cannot be a base URL`, () => {
    assert.deepEqual(baseUrlFlaw(text), { kind, endsWithV1: true });
  });
}

test('a base URL may end with /v1 only if the paths of its protocol do not begin with /v1', () => {
  for (const text of ['https://host/v1', 'https://host/team/v1//']) {
    assert.deepEqual(baseUrlFlaw(text, { endsWithV1: false }), { kind: 'v1', endsWithV1: false });
    assert.equal(baseUrlFlaw(text, { endsWithV1: true }), null);
  }
  assert.equal(baseUrlFlaw('https://host/api-v1', { endsWithV1: false }), null);
});

test('an address may not end with the path of a request, which eva appends', () => {
  const found = (text: string, endsWithV1: boolean) => {
    const flaw = baseUrlFlaw(text, { endsWithV1 });
    return flaw && [flaw.kind, flaw.path];
  };
  assert.deepEqual(found('https://host/v1/chat/completions', true), ['request', '/chat/completions']);
  assert.deepEqual(found('https://host/v1/responses/', true), ['request', '/responses']);
  assert.deepEqual(found('https://host/v1/embeddings', true), ['request', '/embeddings']);
  assert.deepEqual(found('https://host/v1/messages', false), ['request', '/v1/messages']);
  assert.deepEqual(found('https://host/team/messages', false), ['request', '/messages']);
  assert.equal(found('https://host/my-messages', false), null);
  assert.equal(found('https://messages/v1', true), null);
});

test('an address that differs from its canonical form is shown with it', () => {
  assert.equal(baseUrlInFull('https://api.example/v1'), 'https://api.example/v1');
  assert.equal(baseUrlInFull('https://api.example/'), 'https://api.example/');
  assert.equal(
    baseUrlInFull('https://\u0430pi.example'),
    'https://\u0430pi.example (that is https://xn--pi-6kc.example/)',
  );
  assert.equal(baseUrlInFull('http://2130706433/v1'), 'http://2130706433/v1 (that is http://127.0.0.1/v1)');
  assert.equal(baseUrlInFull('http://0x7f.1'), 'http://0x7f.1 (that is http://127.0.0.1/)');
  assert.equal(baseUrlInFull('http://a/b/../c'), 'http://a/b/../c (that is http://a/c)');
  assert.equal(baseUrlInFull('no address'), 'no address');
});

test('a base URL of 300,000 characters is refused within seconds', async (t) => {
  const before = process.cpuUsage();
  for (const address of ['a'.repeat(300_000), `http://h${'/'.repeat(300_000)}x`]) {
    assert.equal(baseUrlFlaw(address)?.kind, 'too_long');
    const { eva } = await openLibrary(t, {
      files: { 'eva.yml': `providers:\n  anthropic:\n    type: anthropic\n    base_url: ${address}\n` },
    });
    assert.equal((await eva('plan', 'diff')).exitCode, 2);
    assert.equal((await eva('doctor')).exitCode, 1);
  }
  assert.ok(process.cpuUsage(before).user < 10_000_000);
});
