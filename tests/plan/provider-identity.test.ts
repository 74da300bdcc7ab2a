import assert from 'node:assert/strict';
import test from 'node:test';
import { appIdentity } from '#plan/provider-identity.js';

const argv = ['node', 'bot.js'];
const file = { path: '/library/bot.js', sha256: 'a'.repeat(64) };
const bot = { kind: 'app', name: 'log in', argv, files: [file] };

test('an application is another one with another command line or other bytes', () => {
  const identity = appIdentity(argv, [bot]);
  assert.match(identity, /^[0-9a-f]{64}$/);
  assert.notEqual(appIdentity(['node', 'other.js'], [bot]), identity);
  assert.notEqual(appIdentity(argv, [{ ...bot, files: [{ ...file, sha256: 'b'.repeat(64) }] }]), identity);
});

test('an application is the same wherever the library lies, whichever scenario names it, and whatever else runs', () => {
  const identity = appIdentity(argv, [bot]);
  const moved = { ...bot, name: 'other', files: [{ ...file, path: '/elsewhere/bot.js' }] };
  const check = { kind: 'check', name: 'c', argv, files: [{ ...file, sha256: 'c'.repeat(64) }] };
  assert.equal(appIdentity(argv, [check, moved, bot]), identity);
});
