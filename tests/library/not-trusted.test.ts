import assert from 'node:assert/strict';
import test from 'node:test';
import type { CommandLine } from '#library/programs.js';
import { notTrusted } from '#library/trust.js';

const check: CommandLine = { kind: 'check', name: 'valid', argv: ['sh', 'a b'], cwd: '/library', files: [] };

const problems: readonly (readonly [CommandLine, owner: string, action: string])[] = [
  [check, 'case', 'runs ["sh","a b"]'],
  [{ ...check, kind: 'provider', name: 'local' }, 'provider', 'runs ["sh","a b"]'],
  [{ ...check, kind: 'app', name: 'log in', env: [] }, 'scenario', 'runs ["sh","a b"]'],
  [{ ...check, kind: 'app', env: ['A_KEY'] }, 'scenario', 'runs ["sh","a b"] with the value of A_KEY'],
  [{ ...check, kind: 'app', env: ['A_KEY', 'B'] }, 'scenario', 'runs ["sh","a b"] with the values of A_KEY, B'],
];

for (const [program, owner, action] of problems) {
  test(`the problem of an untrusted program names everything that it does: ${owner} ${program.name} ${action}`, () => {
    const { code, message } = notTrusted(program, { severity: 'error' });
    const told = `${owner} "${program.name}" ${action}, which you have not trusted, or which has changed since`;
    assert.deepEqual({ code, message }, { code: 'EVA_NOT_TRUSTED', message: told });
  });
}
