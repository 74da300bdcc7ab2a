import assert from 'node:assert/strict';
import test from 'node:test';
import { appIdentity, providerIdentities } from '#run/plan/evidence.js';

const argv = ['node', 'bot.js'];

const file = { path: '/library/bot.js', sha256: 'a'.repeat(64) };

const bot = { kind: 'app', name: 'log in', argv, files: [file] };

test('another command line or other bytes give another application identity', () => {
  const identity = appIdentity(argv, [bot]);
  assert.match(identity, /^[0-9a-f]{64}$/);
  assert.notEqual(appIdentity(['node', 'other.js'], [bot]), identity);
  assert.notEqual(appIdentity(argv, [{ ...bot, files: [{ ...file, sha256: 'b'.repeat(64) }] }]), identity);
});

test("an application's identity does not depend on the library's folder, the scenario or other programs", () => {
  const identity = appIdentity(argv, [bot]);
  const moved = { ...bot, name: 'other', files: [{ ...file, path: '/elsewhere/bot.js' }] };
  const check = { kind: 'check', name: 'c', argv, files: [{ ...file, sha256: 'c'.repeat(64) }] };
  assert.equal(appIdentity(argv, [check, moved, bot]), identity);
});

test("an application's identity depends only on its own bytes", () => {
  const other = { ...bot, argv: ['node', 'other.js'], files: [{ ...file, sha256: 'd'.repeat(64) }] };
  assert.equal(appIdentity(argv, [other, bot]), appIdentity(argv, [bot]));
  assert.equal(appIdentity(other.argv, [bot, other]), appIdentity(other.argv, [other]));
});

test("a provider's identity depends only on its settings and the bytes of its own program", () => {
  const config = {
    concurrency: 4,
    providers: { mine: { type: 'command', command: argv }, other: { type: 'command', command: argv } },
    prices: {},
    budget: {},
    cache: false,
    promotion: {},
  } as const;
  const programs = ['mine', 'other'].map((name) => ({ ...bot, kind: 'provider', name }));
  const changed = programs.map((one) =>
    one.name === 'other' ? { ...one, files: [{ ...file, sha256: 'e'.repeat(64) }] } : one,
  );
  const [before, after] = [providerIdentities(config, programs), providerIdentities(config, changed)];
  assert.equal(after.get('mine'), before.get('mine'));
  assert.notEqual(after.get('other'), before.get('other'));
});
