import assert from 'node:assert/strict';
import test from 'node:test';
import type { LibraryConfig } from '#model/config.js';
import { usedPrograms } from '#run/plan/evidence.js';
import { talkWith } from '../../support/talk.js';

const config: LibraryConfig = {
  concurrency: 4,
  providers: { local: { type: 'command', command: ['a'] }, other: { type: 'command', command: ['b'] } },
  prices: {},
  budget: {},
  cache: false,
  promotion: {},
};

const programs = [
  { kind: 'check', name: 'a case' },
  { kind: 'app', name: 'log in' },
  { kind: 'provider', name: 'local' },
  { kind: 'provider', name: 'other' },
];

test("used programs are all programs of the cases, and the providers of called models, including the user's", () => {
  const user_simulator = { model: 'command:local', timeout_s: 20, max_tokens: 200 };
  assert.deepEqual(
    usedPrograms(programs, [talkWith({ user_simulator })], config).map(({ name }) => name),
    ['a case', 'log in', 'local'],
  );
});
