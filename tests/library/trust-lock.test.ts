import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { casePrograms } from '#library/programs.js';
import { openTrust, untrustedOf } from '#library/trust.js';
import { caseWith } from '../support/prompt.js';
import { tempLibrary } from '../support/temp-library.js';

test('processes that grant trust at the same time lose no grant', async (t) => {
  const root = tempLibrary(t, { 'prompts/diff/check.sh': '' });
  const user = { dataDir: join(tempLibrary(t, {}), 'eva'), uid: process.getuid?.() };
  const programs = (argv: readonly string[]) =>
    casePrograms(join(root, 'prompts/diff'), [caseWith('one', [{ op: 'command', value: argv }])]);
  const script = `
    const { openTrust, recordTrust } = await import(${JSON.stringify(import.meta.resolve('#library/trust.js'))});
    const { user, root, programs } = JSON.parse(process.argv[1]);
    for (const program of programs) recordTrust(openTrust(user, root), root, [program], new Date());
  `;
  const all = ['a', 'b', 'c'].map((name) => Array.from({ length: 20 }, (_, at) => ['sh', '-c', `${name}${at}`]));
  const exitCodes = await Promise.all(
    all.map(async (lines) => {
      const input = JSON.stringify({ user, root, programs: lines.flatMap(programs) });
      const child = spawn(process.execPath, ['--input-type=module', '--eval', script, input], { stdio: 'inherit' });
      return (await once(child, 'close'))[0];
    }),
  );
  assert.deepEqual(exitCodes, [0, 0, 0]);
  const store = openTrust(user, root);
  assert.deepEqual(untrustedOf(all.flat().flatMap(programs), root, store), []);
  assert.deepEqual(readdirSync(user.dataDir), ['trust.json']);
});
