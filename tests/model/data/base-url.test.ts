import assert from 'node:assert/strict';
import test from 'node:test';
import { baseUrlFlaw, baseUrlInFull } from '#model/data/base-url.js';
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

/** Every trick that makes an address lead elsewhere than it reads, with what is said of it and whether it may be shown. */
const unusable: readonly (readonly [string, RegExp, boolean])[] = [
  ['https://user:pass@host/v1', /user name or a password/, true],
  ['https://api.anthropic.com@evil.example', /user name or a password/, true],
  ['https://api.anthropic.com%2f@evil.example', /user name or a password/, true],
  ['https://@evil.example', /user name or a password/, true],
  ['https://:@evil.example', /user name or a password/, true],
  ['https:/user@evil.example', /user name or a password/, true],
  ['https:user@evil.example', /user name or a password/, true],
  ['https:///user@evil.example', /user name or a password/, true],
  ['https:\\\\user@evil.example', /user name or a password/, true],
  ['ht\ntps://user@evil.example', /user name or a password|not an http/, true],
  ['user:pass@host', /user name or a password/, true],
  ['//user:pass@host', /user name or a password/, true],
  ['https://host/v1?', /holds a "\?"/, false],
  ['https://host/v1?key=x', /holds a "\?"/, false],
  ['https://host?@evil.example', /holds a "\?"/, false],
  ['https://host/v1#', /holds a "#"/, false],
  ['https://host#@evil.example', /holds a "#"/, false],
  ['https://host\\@evil.example', /white space or a backslash/, true],
  ['https://ho st', /not an http|white space/, false],
  ['https://ho\tst/v1', /white space/, false],
  ['//host/v1', /not an http or https address/, false],
  ['https:host', /not an http or https address/, false],
  ['https:///host', /not an http or https address/, false],
  ['localhost:8000', /not an http or https address/, false],
  ['ftp://host', /not an http or https address/, false],
  ['file:///etc/passwd', /not an http or https address/, false],
  ['javascript://host/%0aalert(1)', /not an http or https address/, false],
  [`https://host/${'x'.repeat(2000)}`, /longer than 2,000 characters/, false],
  [`https://user:pass@host/${'x'.repeat(2000)}`, /longer than 2,000 characters/, true],
  ['http://', /not an http or https address/, false],
  ['', /not an http or https address/, false],
];

for (const [text, message, isSecret] of unusable) {
  test(`${JSON.stringify(text).slice(0, 60)} cannot be a base URL`, () => {
    const flaw = baseUrlFlaw(text);
    assert.match(flaw?.message ?? 'none', message);
    assert.equal(flaw?.isSecret, isSecret);
  });
}

test('a base URL of a protocol whose paths begin with /v1 does not end with /v1', () => {
  for (const text of ['https://host/v1', 'https://host/team/v1//']) {
    assert.deepEqual(baseUrlFlaw(text, { endsWithV1: false }), {
      message: 'ends with /v1',
      hint: 'leave out the /v1: /v1/messages is appended to it',
      isSecret: false,
    });
    assert.equal(baseUrlFlaw(text, { endsWithV1: true }), null);
  }
  assert.equal(baseUrlFlaw('https://host/api-v1', { endsWithV1: false }), null);
});

test('an address that leads elsewhere than it reads is shown with where it leads', () => {
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

test('a base URL as long as a file may be holds up nothing, though it looks like an address', async (t) => {
  const before = process.cpuUsage();
  for (const address of ['a'.repeat(300_000), `http://h${'/'.repeat(300_000)}x`]) {
    assert.match(baseUrlFlaw(address)?.message ?? '', /is longer than 2,000 characters/);
    const { eva } = await openLibrary(t, {
      files: { 'eva.yml': `providers:\n  anthropic:\n    type: anthropic\n    base_url: ${address}\n` },
    });
    assert.equal((await eva('plan', 'diff')).exitCode, 2);
    assert.equal((await eva('doctor')).exitCode, 1);
  }
  assert.ok(process.cpuUsage(before).user < 10_000_000);
});
