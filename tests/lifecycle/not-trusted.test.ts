import assert from 'node:assert/strict';
import test from 'node:test';
import type { CommandLine } from '#library/programs.js';
import { notTrusted } from '#lifecycle/not-trusted.js';

const check: CommandLine = { kind: 'check', name: 'valid', argv: ['sh', 'a b'], cwd: '/library', files: [] };
const since = 'which you have not trusted (or which has changed since)';

const said: [CommandLine, string][] = [
  [check, 'case "valid" runs ["sh","a b"]'],
  [{ ...check, kind: 'provider', name: 'local' }, 'provider "local" runs ["sh","a b"]'],
  [{ ...check, kind: 'app', name: 'log in', env: [] }, 'scenario "log in" runs ["sh","a b"]'],
  [{ ...check, kind: 'app', env: ['A_KEY'] }, 'scenario "valid" runs ["sh","a b"] with the value of A_KEY'],
  [{ ...check, kind: 'app', env: ['A_KEY', 'B'] }, 'scenario "valid" runs ["sh","a b"] with the values of A_KEY, B'],
];

for (const [program, text] of said) {
  test(`what is not trusted is told with all that it does: ${text}`, () => {
    assert.equal(notTrusted(program, { severity: 'error' }).message, `${text}, ${since}`);
  });
}
