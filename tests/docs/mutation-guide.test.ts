import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { startObedientModel } from '../cli/mutate/obedient-model.js';
import { runEva } from '../support/run-eva.js';
import { tempLibrary } from '../support/temp-library.js';
import { blockOf, checkMarkedOutputs } from './marked-outputs.js';

const page = 'docs/guide/mutation.md';

test('the guide of mutants shows what the commands print', async (t) => {
  const { server, env } = await startObedientModel();
  t.after(() => server.close());
  const root = tempLibrary(t, {
    'prompts/note/prompt.xml': blockOf(page, '<prompt>'),
    'prompts/note/eval.yml': blockOf(page, '# prompts/note/eval.yml'),
  });
  const evaluate = async () => {
    const { exitCode, stderr } = await runEva(['eval', 'note'], { cwd: root, env });
    assert.equal(exitCode, 0, stderr);
  };
  await evaluate();
  await checkMarkedOutputs(page, async (kind) => {
    if (kind === 'with another check') {
      const more = blockOf(page, '    assert:\n      - starts_with: "Dear Ada,"\n      - contains: A-17\n      - not');
      const before = blockOf(page, '# prompts/note/eval.yml');
      writeFileSync(join(root, 'prompts/note/eval.yml'), `${before.slice(0, before.indexOf('    assert:'))}${more}`);
      writeFileSync(join(root, 'prompts/note/mutations.yml'), blockOf(page, '# prompts/note/mutations.yml'));
      await evaluate();
    }
    return { cwd: root, env };
  });
});
